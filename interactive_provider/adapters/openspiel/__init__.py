"""OpenSpiel's games, for users who have installed it: the extra ``openspiel``.

`game` makes one of our games from one of theirs, with names from `labels`, boards from `pictures`
and `signs`, advice from `searching`; `loading` keeps OpenSpiel's own errors away from the user, and
`facts` has what OpenSpiel does not tell.
"""
