/**
 * What is marked `data-far` lies below the first screen: it is left out of the first frame (`content-visibility`, app.css)
 * and laid out a few parts a frame after it, so that a slow phone shows the page sooner and no task holds up a touch.
 * Only on a phone: on a large screen some of it is in sight at once, and is seen to move when it is laid out. And only for
 * a page that somebody comes to: one that is loaded again or come back to is scrolled to where it was, and for that its
 * true height must be there at once.
 */
// Both have run by the time React takes the page over, which leaves them as they are: browsers need not load them again.
export const LEAVE_FAR =
  import.meta.env.PROD && import.meta.env.SSR
    ? `if(performance.getEntriesByType("navigation")[0]?.type==="navigate"&&!location.hash&&matchMedia("(width<48em)").matches)document.documentElement.dataset.farLater=""`
    : "";

/** Of the marked parts so many are laid out in a frame. */
const PARTS_A_FRAME = 3;

/**
 * Runs at the page's end. After the font: when it comes, all that is laid out is laid out anew. It is asked for after
 * the first frame: the question alone makes a browser lay everything out.
 */
export const LAY_OUT_FAR = import.meta.env.SSR
  ? `{const far=[...document.querySelectorAll("[data-far]")],step=()=>{for(const part of far.splice(0,${PARTS_A_FRAME}))part.removeAttribute("data-far");if(far.length)next();else delete document.documentElement.dataset.farLater},next=()=>requestAnimationFrame(()=>setTimeout(step));requestAnimationFrame(()=>setTimeout(()=>document.fonts.ready.then(next)))}`
  : "";
