// End-to-end tests in Chromium, one after the other: speed is measured first.
import "./env.js";
import "./speed.js";
import "./one.js";
import "./many.js";
import "./tables.js";
import "./text.js";
import "./review.js";
import "./packs.js";
import "./air.js";
import "./offline.js";
import "./hostile.js";
import "./wrapper.js";
import "./looks.js";
