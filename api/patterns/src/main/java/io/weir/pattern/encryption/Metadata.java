package io.weir.pattern.encryption;

import io.weir.api.entity.Selection;
import java.util.LinkedHashSet;
import java.util.Set;

/** The properties that accompany hidden ones: see the package. */
final class Metadata {

  /** Id of the wrapping key. A filter on it finds the entities that an old key still protects. */
  static final String KEY_ID = "WeirKeyId";

  /** The wrapped content key. */
  static final String CONTENT_KEY = "WeirContentKey";

  /** The names of the hidden properties, encrypted. */
  static final String NAMES = "WeirHidden";

  static final Set<String> ALL = Set.of(KEY_ID, CONTENT_KEY, NAMES);

  private Metadata() {}

  /** Returns the selection plus the properties that decryption needs. */
  static Selection with(Selection selection) {
    if (selection.isAll()) {
      return selection;
    }
    var names = new LinkedHashSet<>(selection.names());
    names.addAll(ALL);
    return Selection.of(names);
  }
}
