package io.weir.pattern.encryption;

import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Hides properties of entities that are about to be written as a whole. Any thread. */
final class Encryptor {

  private final KeyRing keys;
  private final HiddenProperties hidden;
  private final ContentKeys contentKeys;

  Encryptor(KeyRing keys, HiddenProperties hidden, ContentKeys contentKeys) {
    this.keys = keys;
    this.hidden = hidden;
    this.contentKeys = contentKeys;
  }

  /**
   * Returns the entity as it is to be stored, with a new content key for each subscription;
   * unchanged if it hides nothing.
   */
  Mono<Entity> encrypt(TableName table, Entity entity) {
    var values = entity.toMap();
    var names = values.keySet().stream()
        .filter(name -> hidden.covers(entity.key(), name))
        .toList();
    return names.isEmpty()
        ? Mono.just(entity)
        : keys.current()
            .switchIfEmpty(Mono.error(
                () -> new IllegalStateException("The key ring has no current key. table=" + table)))
            .flatMap(key -> encrypt(table, entity, values, names, key));
  }

  private Mono<Entity> encrypt(
      TableName table,
      Entity entity,
      Map<String, EdmValue> values,
      List<String> names,
      KeyWrappingKey key) {
    var contentKey = contentKeys.next();
    var cipher = new ContentCipher(contentKey, new AssociatedData(table, entity.key(), key.id()));
    return KeyAnswers.required(key, key.wrap(contentKey))
        .flatMap(
            wrapped -> Mono.fromCallable(() -> assemble(entity, values, names, cipher, wrapped)));
  }

  private static Entity assemble(
      Entity entity,
      Map<String, EdmValue> values,
      List<String> names,
      ContentCipher cipher,
      EdmBinary wrapped)
      throws GeneralSecurityException {
    var builder = Entity.builder(entity.partitionKey(), entity.rowKey());
    for (var property : values.entrySet()) {
      var name = property.getKey();
      var value = property.getValue();
      var number = names.indexOf(name) + 1;
      builder.set(name, number == 0 ? value : cipher.encrypt(number, name, value));
    }
    return builder
        .set(Metadata.KEY_ID, cipher.binding().keyId())
        .set(Metadata.CONTENT_KEY, wrapped)
        .set(Metadata.NAMES, cipher.encrypt(0, "", new EdmString(String.join(",", names))))
        .build();
  }
}
