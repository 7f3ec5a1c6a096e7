/** The used part of libheif-js; its own types wrongly describe an ES module. */
declare module "libheif-js/libheif-wasm/libheif.js" {
  /** Addresses in the memory of the WebAssembly instance. */
  interface HeifContext {
    readonly __context: never;
  }
  interface HeifHandle {
    readonly __handle: never;
  }
  interface HeifImage {
    readonly __image: never;
  }

  interface HeifPlane {
    readonly id: unknown;
    readonly width: number;
    readonly height: number;
    /** Bytes from one row to the next. */
    readonly stride: number;
    /** A view of the instance's memory, invalid after the image is released. */
    readonly data: Uint8Array;
  }

  /** `code` is present on failure only. */
  type Fallible<Value> = (Value & { readonly code?: undefined }) | HeifError;
  interface HeifError {
    readonly code: object;
    readonly message: string;
  }

  interface LibHeif {
    readonly heif_error_code: { readonly heif_error_Ok: object };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: {
      readonly heif_chroma_interleaved_RGB: unknown;
      readonly heif_chroma_interleaved_RGBA: unknown;
    };
    heif_context_alloc(): HeifContext;
    heif_context_read_from_memory(context: HeifContext, bytes: Uint8Array): HeifError;
    heif_js_context_get_primary_image_handle(context: HeifContext): Fallible<HeifHandle>;
    heif_image_handle_get_width(handle: HeifHandle): number;
    heif_image_handle_get_height(handle: HeifHandle): number;
    heif_image_handle_has_alpha_channel(handle: HeifHandle): number;
    heif_image_handle_is_premultiplied_alpha(handle: HeifHandle): number;
    heif_js_decode_image2(
      handle: HeifHandle,
      colorspace: unknown,
      chroma: unknown,
    ): Fallible<{ readonly image: HeifImage; readonly channels: readonly HeifPlane[] }>;
  }

  /** Creates an instance with its own memory, which only grows. */
  export default function libheif(): LibHeif;
}
