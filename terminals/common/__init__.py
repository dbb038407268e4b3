"""What all screens share: the line to the controller, the page server, the past, the kiosk.

Called by the three screens beside it. `page/` is the shared part of the pages: `felt/` (`layout.js` says where
each spot lies, `cells.js`, `writing.js`, `chips.js` and `progress.js` draw it, for recall too, `sight.js` is pure: what
one player sees of it), `plan/` (a felt that its game has drawn, as data), `wheel/` (a wheel, by what the table tells of
it), `dice/`, `shown/` (what stands on several screens: ladder, ring, last rolls, pots, the machine), money, words with
their catalogues, and the WebSocket (`line.js`).
"""
