"""What all screens share: the line to the controller, the page server, the past, the kiosk.

Called by the three screens beside it. `page/` is the shared part of the pages: the felt (`layout.js` says where each
spot lies, `cells.js`, `writing.js`, `chips.js` and `progress.js` draw it, for recall too), `sight.js` (pure: what one
player sees of it), `plan/` (a felt that its game has drawn, as data), `wheel/` (a wheel, by what the table tells of
it), dice, ladder, ring, money, words with their catalogues, and the WebSocket (`line.js`).
"""
