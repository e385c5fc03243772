package io.weir.pattern.large;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;

/** The media type of a content, in a property of the value's head or of the upload's row. */
final class ContentType {

  private static final String PROPERTY = "ContentType";

  private ContentType() {}

  /** Sets the media type unless it is empty. */
  static EntityBuilder set(String contentType, EntityBuilder row) {
    return contentType.isEmpty() ? row : row.set(PROPERTY, contentType);
  }

  /** Returns the media type; empty if the row has none. */
  static String of(Entity row) {
    return row.getString(PROPERTY).orElse("");
  }
}
