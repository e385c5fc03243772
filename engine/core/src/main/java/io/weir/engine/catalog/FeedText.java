package io.weir.engine.catalog;

import io.weir.api.FeedSettings;

/** What a table keeps for its change feed, as a text of its catalog row. Any thread. */
public final class FeedText {

  /** The name of the setting of the catalog row. */
  public static final String SETTING = "Feed";

  private static final String BEFORE_IMAGES = "beforeImages";

  private FeedText() {}

  /** Returns the text; empty for {@link FeedSettings#DEFAULT}, which removes the setting. */
  public static String of(FeedSettings settings) {
    return settings.beforeImages() ? BEFORE_IMAGES : "";
  }

  /** Reads a text that {@link #of} made. Fails with {@link IllegalStateException} for any other text. */
  static FeedSettings read(String text) {
    return switch (text) {
      case "" -> FeedSettings.DEFAULT;
      case BEFORE_IMAGES -> new FeedSettings(true);
      default ->
        throw new IllegalStateException(
            "unknown settings of a feed; open the store with the version of Weir that wrote them settings="
                + text);
    };
  }
}
