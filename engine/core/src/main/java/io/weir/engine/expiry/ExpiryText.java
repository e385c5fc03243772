package io.weir.engine.expiry;

import io.weir.api.expiry.AfterAge;
import io.weir.api.expiry.AtProperty;
import io.weir.api.expiry.Expiry;

/** The rule of expiry as the text that a table's catalog row contains: {@code property:ExpiresAt} or {@code age:P7D}. Any thread. */
public final class ExpiryText {

  /** The name of the setting of the catalog row. */
  public static final String SETTING = "Expiry";

  private static final String PROPERTY = "property:";
  private static final String AGE = "age:";

  private static final Expiry.Handler<String> TEXT = new Expiry.Handler<>() {
    @Override
    public String atProperty(AtProperty expiry) {
      return PROPERTY + expiry.property();
    }

    @Override
    public String afterAge(AfterAge expiry) {
      return AGE + expiry.text();
    }
  };

  private ExpiryText() {}

  public static String of(Expiry expiry) {
    return expiry.dispatch(TEXT);
  }

  /** Reads a text that {@link #of} made. Fails with {@link IllegalStateException} for any other text. */
  public static Expiry read(String text) {
    if (text.startsWith(PROPERTY)) {
      return new AtProperty(text.substring(PROPERTY.length()));
    }
    if (text.startsWith(AGE)) {
      return AfterAge.parse(text.substring(AGE.length()));
    }
    throw new IllegalStateException(
        "unknown rule of expiry; open the store with the version of Weir that wrote it rule="
            + text);
  }
}
