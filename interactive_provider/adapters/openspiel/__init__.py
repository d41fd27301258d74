"""OpenSpiel's games, for those who have it: the extra ``openspiel``.

`game` makes one of our games from one of theirs, with names from `labels`, boards from `pictures`
and `signs`, advice from `searching`; `loading` keeps OpenSpiel's own faults away from the user, and
`facts` says what OpenSpiel does not tell.
"""
