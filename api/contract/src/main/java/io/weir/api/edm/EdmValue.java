package io.weir.api.edm;

/** A property's value: one of eight types, never absent (an absent value is an absent property). */
public sealed interface EdmValue
    permits EdmBinary, EdmBoolean, EdmDateTime, EdmDouble, EdmGuid, EdmInt32, EdmInt64, EdmString {

  /** The value's type. */
  EdmType type();

  /** Calls the method of the handler that belongs to this value's type. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each type; a new type fails to compile wherever it is not handled. */
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
