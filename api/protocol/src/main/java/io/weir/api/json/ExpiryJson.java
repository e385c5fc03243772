package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.expiry.AfterAge;
import io.weir.api.expiry.AtProperty;
import io.weir.api.expiry.Expiry;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The JSON object of a table's rule of expiry: {@code {"property":"ExpiresAt"}} or {@code {"age":"P7D"}}. Any thread. */
public final class ExpiryJson {

  private static final String PROPERTY = "property";
  private static final String AGE = "age";

  private static final Expiry.Handler<String> TEXT = new Expiry.Handler<>() {
    @Override
    public String atProperty(AtProperty expiry) {
      return "{\"" + PROPERTY + "\":\"" + expiry.property() + "\"}";
    }

    @Override
    public String afterAge(AfterAge expiry) {
      return "{\"" + AGE + "\":\"" + expiry.text() + "\"}";
    }
  };

  private ExpiryJson() {}

  /** Returns the object. Neither a property name nor an age needs escapes. */
  public static byte[] write(Expiry expiry) {
    return expiry.dispatch(TEXT).getBytes(UTF_8);
  }

  /**
   * Reads the object. Fails with {@code InvalidInput} when the body is no object with exactly one of the two members, each a string, and as
   * {@link AtProperty} and {@link AfterAge#parse} do.
   */
  public static Expiry read(byte[] body) {
    return Json.read(body, 0, body.length, ExpiryJson::read);
  }

  private static Expiry read(JsonParser json) {
    Json.begin(json);
    var name = json.nextName();
    if (name == null || json.nextToken() != JsonToken.VALUE_STRING) {
      throw unexpected();
    }
    var expiry = of(name, json.getString());
    if (json.nextToken() != JsonToken.END_OBJECT) {
      throw unexpected();
    }
    return expiry;
  }

  private static Expiry of(String name, String text) {
    return switch (name) {
      case PROPERTY -> new AtProperty(text);
      case AGE -> AfterAge.parse(text);
      default -> throw unexpected();
    };
  }

  private static InvalidRequestException unexpected() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=property|age");
  }
}
