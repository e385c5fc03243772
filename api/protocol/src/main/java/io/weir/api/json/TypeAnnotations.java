package io.weir.api.json;

import io.weir.api.entity.PropertyCursor;

/** Which properties say their type beside their value. */
public enum TypeAnnotations {
  /** None. */
  NONE,
  /** Those whose type JSON does not show. */
  NEEDED,
  /** Also every Double: there are services that take {@code 3.0} for an Int32. */
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
