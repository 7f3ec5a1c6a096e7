import { ArrowLeft, ArrowRight, Camera, RotateCw, Star, Trash2 } from "lucide-react";

const look = { "aria-hidden": true, className: "size-5", strokeWidth: 1.75 } as const;

export const ArrowLeftIcon = () => <ArrowLeft {...look} />;
export const ArrowRightIcon = () => <ArrowRight {...look} />;
export const CameraIcon = () => <Camera {...look} />;
export const RetryIcon = () => <RotateCw {...look} />;
export const StarIcon = () => <Star {...look} />;
export const TrashIcon = () => <Trash2 {...look} />;
