"""Slips made by hand where one would matter, kept so that they stay checkable as code moves
(``--by-hand``)."""

from __future__ import annotations

from typing import NamedTuple


class Slip(NamedTuple):
    """A text of a file, which is there exactly once, what takes its place, and what would then be
    broken.

    ``tests`` is the folder or file that is asked where not simply the fastest of those that come by
    the line.
    """

    file: str
    old: str
    new: str
    why: str
    tests: str = ""


_LOCKS = "tests/heart/test_nodes.py"
"""Has the slow test that lets two threads meet; the line is on the way of every test."""

SLIPS: tuple[Slip, ...] = (
    # security
    Slip(
        "support/sanitizing.py",
        "escape(clean(text), quote=True)",
        "escape(clean(text), quote=False)",
        "a tooltip ends itself",
        "tests/rendering/test_sanitizing_hostile_words.py",
    ),
    Slip(
        "shell/expressions.py",
        "return member(thing, link.text)",
        "return getattr(thing, link.text)",
        "Tab runs the properties of a user",
    ),
    Slip(
        "shell/expressions.py",
        "type(thing) in (list, tuple)",
        "isinstance(thing, (dict, list, tuple))",
        "Tab runs the __getitem__ of a user",
    ),
    Slip(
        "heart/choices/naming.py",
        r"\u200b-\u200f\u202a-\u202e\u2060-\u2069",
        r"\u200b-\u200d",
        "bidi controls part names",
        "tests/heart/test_naming.py",
    ),
    # locks
    Slip(
        "heart/play/nodes.py",
        "    with table.lock:\n",
        "    if table.lock:\n",
        "two threads play one choice twice",
        _LOCKS,
    ),
    Slip(
        "heart/play/nodes.py",
        "return _played(table, parent, step, digest, value) if found is None else found",
        "return _played(table, parent, step, digest, value)",
        "who waited for the lock plays the choice again",
        _LOCKS,
    ),
    # equality
    Slip(
        "heart/play/nodes.py",
        "return self._typed, self._position",
        "return self._position",
        "half-typed numbers are equal whatever is typed",
    ),
    Slip(
        "heart/play/nodes.py",
        "same = (self._name, self._seed) == (other._name, other._seed)",
        "same = self._name == other._name",
        "lobbies of other seeds are equal",
    ),
    Slip(
        "heart/play/table.py",
        "return fingerprint_with_code(one) == fingerprint_with_code(other)",
        "return True",
        "games of other rules are equal",
    ),
    Slip(
        "heart/choices/synthesis.py",
        "return type(value), tuple(map(kind, value))",
        "return type(value), tuple(map(type, value))",
        "1 and True are told apart only shallowly",
    ),
    # choosing
    Slip(
        "heart/play/nodes.py",
        "if len(same) == 1:",
        "if same:",
        "an ambiguous text takes the first option",
    ),
    Slip(
        "heart/play/nodes.py",
        " and words[:depth] == node._words:",
        ":",
        "a stage takes the value of another branch",
    ),
    Slip(
        "heart/play/nodes.py",
        "option = by_value(position, value)\n        if option is None:\n            return play(",
        "if option is None:\n            return play(",
        "a typed answer that is an option becomes another path",
    ),
    Slip(
        "heart/play/nodes.py",
        'return digits.lstrip("0") or "0"',
        'return digits.lstrip("0")',
        "an empty text chooses r0",
    ),
    Slip(
        "heart/play/actions.py",
        "if not is_whole(n, low=0):",
        "if not is_whole(n):",
        "undo(p, -1) is the position",
    ),
    Slip(
        "heart/choices/menus.py",
        "0 if expected.integer else 1, low",
        "0, low",
        "Number(0.5, 0.9) cannot be begun by keys",
    ),
    Slip(
        "game/inputs.py",
        "if not math.isfinite(number):",
        "if number is None:",
        "NaN is a number",
        "tests/heart/test_nodes.py",
    ),
    # saving
    Slip(
        "support/storage.py",
        "with _created(new) as stream:",
        'with target.open("w", encoding="utf-8", errors="backslashreplace") as stream:',
        "a save that fails half way destroys the old file",
        "tests/heart/test_storage.py",
    ),
    Slip(
        "support/storage.py",
        "    finally:\n        _remove_abandoned(new)",
        "    finally:\n        pass",
        "a temporary file is left",
        "tests/heart/test_storage.py",
    ),
    Slip(
        "heart/play/presets.py",
        "tuple(_plain(name, part, depth + 1) for part in value)",
        "tuple(value)",
        "nested tuples in parameters come back as lists",
    ),
    Slip(
        "heart/records/lines.py",
        "len(given) != 1 or named:",
        "len(given) != 1:",
        "p['a', x=1] is taken",
    ),
    Slip(
        "heart/records/lines.py",
        'token.is_op(".") and not dotted:',
        'token.is_op("."):',
        "games..guess is taken",
    ),
    Slip(
        "heart/play/presets.py",
        'value.item() if hasattr(value, "item") and not hasattr(value, "__len__") else value',
        "value",
        "numbers of numpy are no parameters",
    ),
    # broken games
    Slip(
        "heart/play/position_data.py",
        "    except (BadBoard, BrokenGame) as fault:\n        view = replace(",
        "    except ZeroDivisionError as fault:\n        view = replace(",
        "a board that fails takes the page with it",
    ),
    Slip(
        "errors.py",
        "(ProviderError, KeyboardInterrupt, *self.passing)",
        "(KeyboardInterrupt, *self.passing)",
        "an error that a game raised on purpose is called its fault",
        "tests/heart",
    ),
    Slip(
        "heart/play/position_data.py",
        "before = (position._parent, from_start(position)[0])",
        "before = (position._parent,)",
        "what was a choice at the start is not known to have been one",
    ),
    Slip(
        "heart/choices/synthesis.py",
        "return name in choices(self._node)",
        "return dict.__contains__(self, name)",
        "IPython does not find what is said of a choice, and plays it",
    ),
    # memory
    Slip(
        "heart/play/memory.py",
        "                self._kept.move_to_end(key)",
        "                pass",
        "what is used most is forgotten like the rest",
    ),
    # completion
    Slip(
        "shell/matcher.py",
        "and (self.settings.suppress or found is STILL)",
        "",
        "Jedi is always silenced",
        "tests/shell/test_matcher.py",
    ),
    Slip(
        "shell/matcher.py",
        "listed = offered[: self.matcher.settings.max_listed]",
        "listed = offered",
        "choices are listed without end",
    ),
    Slip(
        "shell/expressions.py",
        "if statement[0].start != start_of_line:",
        "if False:",
        "an assignment in a branch is taken for what the name stands for",
    ),
    Slip(
        "shell/scanner.py",
        "(?:import|from|del|case)",
        "(?:import|from|del)",
        "a name that a case binds is followed",
    ),
    # widget
    Slip(
        "widget/session.py",
        "        move(session.course, order)\n        session.advisor.advice = None\n",
        "        move(session.course, order)\n",
        "advice stays on the board when a move is taken back",
    ),
    # games
    Slip(
        "builtin/minesweeper/rules.py",
        "if free & neighbours[square]\n            and",
        "if",
        "a chord is offered where nothing is left to open",
    ),
    Slip(
        "builtin/minesweeper/game.py",
        "if now.layout is None or not now.flags:",
        "if now.layout is None:",
        "check praises flags where none is set",
        "tests/builtin/minesweeper/test_game.py",
    ),
    # the slips of the next review
    Slip(
        "rendering/html.py",
        'f"<b>{markup(part)}</b>"',
        'f"<b>{part}</b>"',
        "the hidden part of a sign is markup",
        "tests/rendering/test_sanitizing_hostile_words.py",
    ),
    Slip(
        "rendering/node_page.py",
        "markup(brief(self.options))",
        "brief(self.options)",
        "a name of an option is markup",
        "tests/rendering/test_sanitizing_hostile_words.py",
    ),
    Slip(
        "rendering/terminal.py",
        "    if code == USUAL:\n        return clean(text)\n",
        "    if code == USUAL:\n        return text\n",
        "a screen of characters steers the terminal",
        "tests/rendering/test_sanitizing_hostile_words.py",
    ),
    Slip(
        "rendering/terminal.py",
        'f"<{tag}>{markup(text)}</{tag}>" if tag',
        'f"<{tag}>{text}</{tag}>" if tag',
        "the character under the cursor is markup",
        "tests/rendering/test_sanitizing_hostile_words.py",
    ),
    Slip(
        "widget/course.py",
        "is_new = outcome is not None and self.watch.stop()",
        "is_new = outcome is not None",
        "a game that is won is counted twice",
        "tests/widget/test_session.py",
    ),
    Slip(
        "widget/course.py",
        "if not 0 <= index < len(moments)",
        "if not index < len(moments)",
        "a moment before the start is the end",
        "tests/widget/test_session.py",
    ),
    Slip(
        "widget/advisor.py",
        "if self._at != p or not self",
        "if not self",
        "a plan is followed where the player is no more",
        "tests/widget/test_session.py",
    ),
    Slip(
        "widget/advisor.py",
        ", Limit(seconds=SOLVING_SECONDS))",
        ")",
        "a step of the solver has no limit",
        "tests/widget/test_session.py",
    ),
    Slip(
        "support/whole_numbers.py",
        "if not isinstance(thing, int) or isinstance(thing, bool):",
        "if not isinstance(thing, int):",
        "undo(p, True) takes one move back",
        "tests/heart/test_actions.py",
    ),
    Slip(
        "errors.py",
        "return type(self), (str(self),)",
        "return type(self), self.args",
        "a pickled error brings its game along",
        "tests/heart/test_errors.py",
    ),
    # bounds, edges and what was found to live unnoticed
    Slip(
        "heart/choices/synthesis.py",
        "        with _making:\n",
        "        if _making:\n",
        "two threads make two classes of one menu",
        "tests/heart/test_synthesis.py",
    ),
    Slip(
        "shell/expressions.py",
        "if thing is sys.modules.get(PACKAGE):",
        "if issubclass(type(thing), type(sys)):",
        "Tab runs the __getattr__ of a user's module",
        "tests/shell/test_matcher.py",
    ),
    Slip(
        "shell/matcher.py",
        "except BaseException:  # noqa: BLE001 - a completer",
        "except Exception:  # noqa: BLE001 - a completer",
        "sys.exit in a game ends the session at Tab",
        "tests/shell/test_matcher.py",
    ),
    Slip(
        "heart/play/nodes.py",
        "return None if value is None else by_value(node, value)",
        "return by_value(node, value) if value else None",
        "a notation cannot mean the value 0",
        "tests/heart/test_nodes_notation.py",
    ),
    Slip(
        "heart/play/presets.py",
        ' and not hasattr(value, "__len__")',
        "",
        "an array of one number is taken for a number",
        "tests/heart/test_identity.py",
    ),
    Slip(
        "heart/play/seating.py",
        "if number == LONGEST:",
        "if number < 0:",
        "an opponent replies for ever",
        "tests/heart/test_seating.py",
    ),
    Slip(
        "search/alphabeta.py",
        "if worth > low:",
        "if worth is not None:",
        "a bound is taken for a worth",
        "tests/search/test_retrograde.py",
    ),
    Slip(
        "search/alphabeta.py",
        "elif abs(whole - self.whole) > 1e-9:",
        "elif first is None:",
        "a game that is not zero-sum is proved",
        "tests/search/test_retrograde.py",
    ),
    Slip(
        "heart/catalogue/discovery.py",
        "            sys.modules.pop(name, None)\n",
        "            pass\n",
        "a file that failed half way is there for its neighbours",
        "tests/heart/test_discovery.py",
    ),
    Slip(
        "heart/play/presets.py",
        "(type(plain) is float and",
        "(isinstance(plain, float) and",
        "a number of a kind of its own is a parameter",
        "tests/heart/test_presets.py",
    ),
    Slip(
        "heart/records/literals.py",
        'if "follows keyword" in str(fault):',
        "if False:",
        "a value after a name is refused without the reason",
        "tests/heart/test_literals.py",
    ),
    Slip(
        "search/opponents.py",
        "rng.choice(study.alike()).value",
        "study.best().value",
        "perfect play never varies",
        "tests/search/test_opponents.py",
    ),
    Slip(
        "search/model.py",
        " and math.isfinite(part) for part in paid",
        " for part in paid",
        "payoffs that are no numbers are compared",
        "tests/search/test_explanations.py",
    ),
    Slip(
        "interpreters/stories/engine.py",
        "            {name: thaw(value) for name, value in scene.temporary.items()}\n",
        "            scene.temporary\n",
        "a turn changes the scene before it",
        "tests/interpreters/stories/test_sugarcube.py",
    ),
    Slip(
        "interpreters/stories/engine.py",
        "and (not self.engine.remembers or list(self.trail) == list(other.trail))",
        "and self.engine is not None",
        "scenes with other pasts are equal",
        "tests/interpreters/stories/test_sugarcube.py",
    ),
    Slip(
        "interpreters/stories/engine.py",
        "if self.count > MOST_PIECES:",
        "if self.count < 0:",
        "a page grows without bounds",
        "tests/interpreters/stories/test_engine_hostile.py",
    ),
    Slip(
        "interpreters/stories/engine.py",
        "self.spend(len(piece) >> 8)",
        "self.spend(0)",
        "huge pieces cost nothing",
        "tests/interpreters/stories/test_engine_hostile.py",
    ),
    Slip(
        "interpreters/basic/running/functions.py",
        "if size > MOST_CELLS:",
        "if size < 0:",
        "an array is made before it is refused",
        "tests/interpreters/basic/test_errors.py",
    ),
    Slip(
        "interpreters/basic/running/functions.py",
        "if len(joined) > _LONGEST:",
        "if len(joined) > _LONGEST + 1:",
        "a text has 256 characters",
        "tests/interpreters/basic/test_errors.py",
    ),
    Slip(
        "interpreters/basic/running/functions.py",
        'text[-size:] if size else ""',
        "text[-size:]",
        "RIGHT$ of nothing is everything",
        "tests/interpreters/basic/test_statements.py",
    ),
    Slip(
        "builtin/capture/rules.py",
        "if not where.matched(code):",
        "if False:",
        "an exchange needs no run",
        "tests/builtin/capture/test_rules.py",
    ),
    Slip(
        "support/storage.py",
        '"utf-8-sig"',
        '"utf-8"',
        "the first game of a file loses its first tag",
        "tests/adapters/test_chess.py",
    ),
    Slip(
        "heart/play/presets.py",
        "type(plain) is float and",
        "isinstance(plain, float) and",
        "a line holds a number that is written as something else",
        "tests/heart/test_presets.py",
    ),
    Slip(
        "heart/play/table.py",
        "kept[1] != player",
        "kept[1] == player",
        "a player is shown the page of another",
        "tests/heart/test_table.py",
    ),
    Slip(
        "heart/play/actions.py",
        "    if not hides_something(game):\n        return generator(position._digest)\n",
        "    if game is not None:\n        return generator(position._digest)\n",
        "a hint depends on what is hidden",
        "tests/heart/test_secrets.py",
    ),
    Slip(
        "shell/time_budget.py",
        "if len(self._late) >= self.most:",
        "if not self.most:",
        "looks that never end are begun without end",
        "tests/shell/test_time_budget.py",
    ),
    Slip(
        "widget/advisor.py",
        "if self._at != p or not self._goes_on(p):",
        "if not self._goes_on(p):",
        "a plan is played that was made for another position",
        "tests/widget/test_session.py",
    ),
    Slip(
        "heart/play/table.py",
        "if known is state and viewer == player:",
        "if known is state:",
        "a player is shown the view of another",
        "tests/heart/test_table.py",
    ),
    Slip(
        "heart/play/table.py",
        "            viewer,\n        )",
        "        )",
        "a seat is given the positions of another",
        "tests/heart/test_table.py",
    ),
    Slip(
        "search/opponents.py",
        "game.resample(state, turn, rng), rng)",
        "state, rng)",
        "a player's function sees what its seat does not",
        "tests/search/test_opponents.py",
    ),
    Slip(
        "search/opponents.py",
        "who.budget or SIMULATIONS)",
        "SIMULATIONS)",
        "every level thinks alike",
        "tests/search/test_opponents.py",
    ),
    Slip(
        "widget/session.py",
        "        if self.awaited != before:\n",
        "        if False:\n",
        "what was said to one player is shown to the next",
        "tests/widget/test_hand_over.py",
    ),
    Slip(
        "interpreters/puzzlescript/engine.py",
        "            turning.marks.clear()\n",
        "",
        "a rigid group that failed decides about the next try",
        "tests/interpreters/puzzlescript/test_engine.py",
    ),
    Slip(
        "adapters/openspiel/worlds.py",
        "if inner.current_player() != move.player or action",
        "if action",
        "a world is drawn in which somebody else was to move",
        "tests/adapters/test_openspiel_secrets.py",
    ),
    Slip(
        "theory/strategic.py",
        "if allowed & others else names",
        "if True else names",
        "a strategy says what it rules out",
        "tests/theory/test_strategic.py",
    ),
)
