"""The service menu of the staff: a process with one session for each page, and the page.

`process` has the lines to the controller and to records, `desk` a person's session, `said` what a page may say,
`past` what is asked of records. `page/menu.js` lists the pages of the menu, one file each in `page/pages/`.
"""
