package io.weir.client.encryption;

import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;

/** What cannot be done with hidden properties, refused before anything is sent. Any thread. */
record HiddenPropertyRules(HiddenProperties hidden) {

  /** Names that this package keeps for itself. */
  void requireNoMetadata(Entity entity) {
    for (var cursor = entity.properties(); cursor.next(); ) {
      if (Metadata.ALL.contains(cursor.name())) {
        throw refused("property=" + cursor.name() + " reason=reservedForEncryption");
      }
    }
  }

  /**
   * Each version of an entity has a content key of its own, which a merge does not have: it would leave hidden properties that two keys
   * encrypt, or a plain one among them.
   */
  void requireMergeable(Entity entity) {
    requireNoMetadata(entity);
    for (var cursor = entity.properties(); cursor.next(); ) {
      if (hidden.covers(entity.key(), cursor.name())) {
        throw refused("merge=hiddenProperty property=" + cursor.name()
            + " reason=eachVersionIsEncryptedAsAWhole instead=replace");
      }
    }
  }

  /** The service sees ciphertexts, which are in no order and never equal. */
  void requireFilterable(Filter filter) {
    if (filter instanceof Filter.Comparison comparison
        && hidden.coversSomewhere(comparison.property())) {
      throw refused("filter=hiddenProperty property=" + comparison.property()
          + " reason=theServiceSeesItEncrypted instead=filterWhatIsAnswered");
    }
    filter.operands().forEach(this::requireFilterable);
  }

  private static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
