//! Runs in a browser.
