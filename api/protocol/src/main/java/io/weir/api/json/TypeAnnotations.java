package io.weir.api.json;

import io.weir.api.entity.PropertyCursor;

/** The choice of properties that are written with a type annotation. */
public enum TypeAnnotations {
  /** No property. */
  NONE,
  /** Properties whose type does not follow from their JSON value. */
  NEEDED,
  /** As {@link #NEEDED}, and every Double. Some services read {@code 3.0} as an Int32. */
  WITH_DOUBLES;

  boolean include(PropertyCursor property) {
    if (this == NONE) {
      return false;
    }
    return switch (property.type()) {
      case STRING, INT32, BOOLEAN -> false;
      case INT64, DATE_TIME, GUID, BINARY -> true;
      case DOUBLE -> this == WITH_DOUBLES || !Double.isFinite(property.float64());
    };
  }
}
