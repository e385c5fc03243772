package io.weir.pattern.encryption;

import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.pattern.encryption.DecryptionException.Reason;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Restores entities in answers to what was written. Fails with {@link DecryptionException}. Any
 * thread.
 */
final class Decryptor {

  private final KeyRing keys;
  private final HiddenProperties hidden;

  Decryptor(KeyRing keys, HiddenProperties hidden) {
    this.keys = keys;
    this.hidden = hidden;
  }

  /**
   * Returns the entity with its hidden properties decrypted and the metadata removed, as selected.
   */
  Mono<Entity> decrypt(TableName table, Entity entity, Selection selection) {
    var values = new LinkedHashMap<>(entity.toMap());
    var keyId = values.remove(Metadata.KEY_ID);
    var contentKey = values.remove(Metadata.CONTENT_KEY);
    var names = values.remove(Metadata.NAMES);
    if (keyId == null && contentKey == null && names == null) {
      return Mono.fromCallable(() -> plain(table, entity, selection));
    }
    if (keyId instanceof EdmString id
        && contentKey instanceof EdmBinary wrapped
        && names instanceof EdmBinary list) {
      return key(table, entity, id.value(), wrapped)
          .map(key -> new ContentCipher(key, new AssociatedData(table, entity.key(), id.value())))
          .map(cipher -> new Sealed(table, entity, values, cipher).open(list, selection));
    }
    return Mono.error(
        () -> failure(Reason.INCOMPLETE, table, entity, "expected=" + Metadata.ALL, null));
  }

  private Entity plain(TableName table, Entity entity, Selection selection) {
    requireNoneHidden(table, entity, entity.toMap());
    return entity.select(selection);
  }

  private void requireNoneHidden(TableName table, Entity entity, Map<String, EdmValue> plain) {
    for (var name : plain.keySet()) {
      if (!hidden.acceptsPlain() && hidden.covers(entity.key(), name)) {
        throw failure(Reason.PLAIN, table, entity, "property=" + name, null);
      }
    }
  }

  private Mono<SecretKey> key(TableName table, Entity entity, String id, EdmBinary wrapped) {
    return keys.find(id)
        .switchIfEmpty(
            Mono.error(() -> failure(Reason.UNKNOWN_KEY, table, entity, "keyId=" + id, null)))
        .flatMap(key -> KeyAnswers.required(key, key.unwrap(wrapped)))
        .onErrorMap(
            GeneralSecurityException.class,
            cause -> failure(Reason.WRONG_KEY, table, entity, "keyId=" + id, cause));
  }

  private static DecryptionException failure(
      Reason reason, TableName table, Entity entity, String facts, @Nullable Throwable cause) {
    return new DecryptionException(reason, table, entity.key(), facts, cause);
  }

  /** An entity whose content key is unwrapped. */
  private final class Sealed {

    private final TableName table;
    private final Entity entity;
    private final Map<String, EdmValue> values;
    private final ContentCipher cipher;

    Sealed(TableName table, Entity entity, Map<String, EdmValue> values, ContentCipher cipher) {
      this.table = table;
      this.entity = entity;
      this.values = values;
      this.cipher = cipher;
    }

    Entity open(EdmBinary list, Selection selection) {
      var names = List.of(((EdmString) decrypt(0, "", list)).value().split(","));
      var builder = Entity.builder(entity.partitionKey(), entity.rowKey());
      var plain = new LinkedHashMap<>(values);
      for (var i = 0; i < names.size(); i++) {
        open(i + 1, names.get(i), selection);
        plain.remove(names.get(i));
      }
      requireNoneHidden(table, entity, plain);
      values.forEach(builder::set);
      return builder.build().withTimestamp(entity.timestampTicks()).select(selection);
    }

    private void open(int number, String name, Selection selection) {
      var secret = values.get(name);
      if (secret instanceof EdmBinary binary) {
        values.put(name, decrypt(number, name, binary));
      } else if (secret != null || selection.includes(name)) {
        throw failure(Reason.INCOMPLETE, table, entity, "property=" + name, null);
      }
    }

    private EdmValue decrypt(int number, String name, EdmBinary secret) {
      try {
        return cipher.decrypt(number, name, secret);
      } catch (GeneralSecurityException e) {
        throw failure(Reason.TAMPERED, table, entity, "property=" + name, e);
      }
    }
  }
}
