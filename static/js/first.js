// Before anything is painted: tell the style sheets that scripts run.
document.documentElement.classList.add("html-js");
