package io.weir.pattern.encryption;

import io.weir.api.TableSetting;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.index.SortProperty;
import java.util.List;

/** Refuses operations that hidden properties do not allow, before anything is sent. Any thread. */
record HiddenPropertyRules(HiddenProperties hidden) {

  /** Refuses names that this package reserves. */
  void requireNoMetadata(Entity entity) {
    for (var cursor = entity.properties(); cursor.next(); ) {
      if (Metadata.ALL.contains(cursor.name())) {
        throw refused("property=" + cursor.name() + " reason=reservedForEncryption");
      }
    }
  }

  /**
   * Refuses a merge of a hidden property. Each version of an entity has its own content key, which
   * a merge does not have. A merge would leave hidden properties encrypted by two keys, or a plain
   * one among them.
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

  /**
   * Refuses a setting that names a hidden property. The service sees a ciphertext: as the moment of
   * expiry it is no DateTime, and nothing would expire.
   */
  <T> void requirePlain(TableSetting<T> setting, T value) {
    for (var property : setting.properties(value)) {
      if (hidden.coversSomewhere(property)) {
        throw refused(
            setting + "=hiddenProperty property=" + property + " reason=theServiceSeesItEncrypted");
      }
    }
  }

  /** Refuses aggregates of a hidden property, and groups by one: the service sees ciphertexts. */
  void requirePlain(Aggregation aggregation) {
    for (var property : aggregation.properties()) {
      if (hidden.coversSomewhere(property)) {
        throw refused("aggregate=hiddenProperty property=" + property
            + " reason=theServiceSeesItEncrypted instead=aggregateWhatIsAnswered");
      }
    }
  }

  /**
   * Refuses a filter on a hidden property or on a function of one. The service sees ciphertexts,
   * which have no order, are never equal, and do not contain the text.
   */
  void requireFilterable(Filter filter) {
    if (filter instanceof Filter.OfProperty condition
        && hidden.coversSomewhere(condition.property())) {
      throw refused("filter=hiddenProperty property=" + condition.property()
          + " reason=theServiceSeesItEncrypted instead=filterWhatIsAnswered");
    }
    filter.operands().forEach(this::requireFilterable);
  }

  /**
   * Refuses a hidden property to sort by. An index would hold ciphertexts: their order says nothing
   * about the values, and a unique index would never find two of them equal.
   *
   * @param use what the properties are for, as it is named in the failure
   */
  void requireSortable(List<SortProperty> properties, String use) {
    for (var property : properties) {
      if (hidden.coversSomewhere(property.name())) {
        throw refused(use + "=hiddenProperty property=" + property.name()
            + " reason=theServiceSeesItEncrypted");
      }
    }
  }

  private static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
