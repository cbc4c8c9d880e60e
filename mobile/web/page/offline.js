import { $ } from "./dom.js";

/**
 * Lets the service worker keep the page for offline use, and offers new versions
 * once they are complete. Without service workers (an insecure address, private
 * windows of some browsers) the page works all the same, online.
 */
export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  let asked = false;
  workers.addEventListener("controllerchange", () => asked && location.reload());
  try {
    const registration = await workers.register("sw.js", { updateViaCache: "none" });
    const offer = () => {
      $("update").hidden = !(registration.waiting && workers.controller);
    };
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
    offer();
    $("update-now").addEventListener("click", () => {
      asked = true;
      registration.waiting?.postMessage("take over");
    });
    await workers.ready;
    $("offline").hidden = false;
  } catch {
    // offline use is a bonus: the page is there already
  }
}
