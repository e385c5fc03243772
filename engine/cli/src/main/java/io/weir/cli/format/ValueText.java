package io.weir.cli.format;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.Base64;

/** Writes a value as the protocol's JSON does, without quotes. */
final class ValueText {

  private static final EdmValue.Handler<String> TEXT = new EdmValue.Handler<>() {
    @Override
    public String string(EdmString value) {
      return value.value();
    }

    @Override
    public String int32(EdmInt32 value) {
      return Integer.toString(value.value());
    }

    @Override
    public String int64(EdmInt64 value) {
      return Long.toString(value.value());
    }

    @Override
    public String float64(EdmDouble value) {
      return Double.toString(value.value());
    }

    @Override
    public String bool(EdmBoolean value) {
      return Boolean.toString(value.value());
    }

    @Override
    public String dateTime(EdmDateTime value) {
      return value.toString();
    }

    @Override
    public String guid(EdmGuid value) {
      return value.value().toString();
    }

    @Override
    public String binary(EdmBinary value) {
      return Base64.getEncoder().encodeToString(value.toByteArray());
    }
  };

  private ValueText() {}

  static String of(EdmValue value) {
    return value.dispatch(TEXT);
  }
}
