package io.weir.api.edm;

/**
 * A property value of one of eight types. A value is never absent; an absent value is an absent
 * property.
 */
public sealed interface EdmValue
    permits EdmBinary, EdmBoolean, EdmDateTime, EdmDouble, EdmGuid, EdmInt32, EdmInt64, EdmString {

  /** Returns the value's type. */
  EdmType type();

  /** Calls the handler's method for this value's type. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each type. A new type causes a compile error in every handler that lacks it. */
  interface Handler<R> {
    R string(EdmString value);

    R int32(EdmInt32 value);

    R int64(EdmInt64 value);

    R float64(EdmDouble value);

    R bool(EdmBoolean value);

    R dateTime(EdmDateTime value);

    R guid(EdmGuid value);

    R binary(EdmBinary value);
  }
}
