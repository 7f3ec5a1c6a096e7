import type { Scene } from "./scene.ts";
import { forecourt, garage, studioRoom, yard } from "./scenes-indoors.ts";
import { courtyard, meadow, mountains, town } from "./scenes-outdoors.ts";

export const scenes = {
  town,
  mountains,
  meadow,
  courtyard,
  yard,
  garage,
  forecourt,
  studio: studioRoom,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;
