import { ArrowLeft, ArrowRight, Camera, ChevronDown, Images, Star, Trash2 } from "lucide-react";

const look = { "aria-hidden": true, className: "size-5", strokeWidth: 1.75 } as const;

export const ArrowLeftIcon = () => <ArrowLeft {...look} />;
export const ArrowRightIcon = () => <ArrowRight {...look} />;
export const CameraIcon = () => <Camera {...look} />;
export const PhotosIcon = () => <Images {...look} />;
/** Rotates in an open `<details className="group">`. */
export const MoreIcon = () => (
  <ChevronDown
    {...look}
    className="size-6 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
  />
);
export const StarIcon = () => <Star {...look} />;
export const TrashIcon = () => <Trash2 {...look} />;
