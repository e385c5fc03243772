package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.encryption.DecryptionException.Reason;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Every change that a service makes to encrypted properties is detected and named. */
final class TamperingTest {

  private static final TableName TABLE = new TableName("Patients");
  private static final TableName OTHER = new TableName("Others");
  private static final EntityKey KEY = new EntityKey("ward", "1");
  private static final HiddenProperties HIDDEN = HiddenProperties.of("Name", "Illness");
  private static final KeyWrappingKey OLD = key("k1", 1);
  private static final KeyWrappingKey NEW = key("k2", 2);

  private final ModelTableService behind = new ModelTableService();
  private final EncryptingTableService service =
      EncryptingTableService.over(behind, KeyRing.of(OLD), HIDDEN);

  @BeforeEach
  void storeTwoPatients() {
    service.createTable(TABLE).then(service.createTable(OTHER)).block();
    service.write(TABLE, new Write.Insert(patient("1", "Ada", "flu"))).block();
    service.write(TABLE, new Write.Insert(patient("2", "Bob", "cold"))).block();
  }

  @Test
  void everyChangedBitIsDetected() {
    for (var property : new String[] {"Name", "Illness", Metadata.NAMES, Metadata.CONTENT_KEY}) {
      var before = stored(KEY);
      change(stored -> stored.put(property, flipped(stored.get(property))));

      fails(property.equals(Metadata.CONTENT_KEY) ? Reason.WRONG_KEY : Reason.TAMPERED, "rowKey=1");
      store(TABLE, KEY, before);
    }
  }

  @Test
  void aCiphertextIsBoundToItsPropertyEntityAndTable() {
    change(stored -> {
      var name = stored.put("Name", stored.get("Illness"));
      stored.put("Illness", name);
    });
    fails(Reason.TAMPERED, "property=Name");

    store(TABLE, KEY, stored(new EntityKey("ward", "2")));
    fails(Reason.TAMPERED, "rowKey=1");

    store(OTHER, new EntityKey("ward", "2"), stored(new EntityKey("ward", "2")));
    service
        .get(OTHER, new EntityKey("ward", "2"))
        .as(StepVerifier::create)
        .verifyErrorSatisfies(failure -> assertReason(failure, Reason.TAMPERED, "table=Others"));
  }

  @Test
  void aCiphertextOfAnOlderVersionIsDetected() {
    var older = stored(KEY).get("Name");
    service
        .write(TABLE, new Write.Upsert(patient("1", "Ada", "well"), WriteMode.REPLACE))
        .block();

    change(stored -> stored.put("Name", older));

    fails(Reason.TAMPERED, "property=Name");
  }

  @Test
  void aMissingOrReplacedHiddenPropertyIsDetected() {
    var whole = stored(KEY);
    change(stored -> stored.remove("Name"));
    fails(Reason.INCOMPLETE, "property=Name");
    service
        .get(TABLE, KEY, Selection.of("Illness"))
        .map(entity -> entity.getString("Illness").orElseThrow())
        .as(StepVerifier::create)
        .expectNext("flu")
        .verifyComplete();

    store(TABLE, KEY, whole);
    change(stored -> stored.put("Name", new EdmString("Eve")));
    fails(Reason.INCOMPLETE, "property=Name");

    for (var part : Metadata.ALL) {
      store(TABLE, KEY, whole);
      change(stored -> stored.remove(part));
      fails(Reason.INCOMPLETE, part);
    }
  }

  @Test
  void aPlainValueOfAHiddenPropertyIsRefusedUnlessAccepted() {
    change(stored -> {
      stored.keySet().removeAll(Metadata.ALL);
      stored.remove("Illness");
      stored.put("Name", new EdmString("Eve"));
    });
    fails(Reason.PLAIN, "property=Name");

    EncryptingTableService.over(behind, KeyRing.of(OLD), HIDDEN.acceptingPlain())
        .get(TABLE, KEY)
        .map(entity -> entity.getString("Name").orElseThrow())
        .as(StepVerifier::create)
        .expectNext("Eve")
        .verifyComplete();
  }

  @Test
  void anUnknownOrWrongKeyIsNamed() {
    reads(KeyRing.of(NEW))
        .as(StepVerifier::create)
        .verifyErrorSatisfies(failure -> assertReason(failure, Reason.UNKNOWN_KEY, "keyId=k1"));
    reads(KeyRing.of(key("k1", 99)))
        .as(StepVerifier::create)
        .verifyErrorSatisfies(failure -> assertReason(failure, Reason.WRONG_KEY, "keyId=k1"));
  }

  @Test
  void aRotatedKeyRingWritesWithTheNewKeyAndReadsWithTheOld() {
    var rotated = EncryptingTableService.over(behind, KeyRing.of(NEW, OLD), HIDDEN);

    assertThat(rotated.get(TABLE, KEY).block().getString("Name")).contains("Ada");
    rotated
        .get(TABLE, KEY)
        .flatMap(entity -> rotated.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)))
        .block();

    assertThat(stored(KEY)).containsEntry(Metadata.KEY_ID, new EdmString("k2"));
    rotated
        .query(TABLE, Query.ALL.where("WeirKeyId eq 'k1'"))
        .map(Entity::rowKey)
        .as(StepVerifier::create)
        .expectNext("2")
        .verifyComplete();
    assertThat(reads(KeyRing.of(NEW)).block().getString("Name")).contains("Ada");
  }

  @Test
  void aStreamEmitsTheItemsBeforeTheDamage() {
    store(TABLE, new EntityKey("ward", "3"), stored(KEY));

    service
        .query(TABLE, Query.ALL)
        .map(Entity::rowKey)
        .as(StepVerifier::create)
        .expectNext("1", "2")
        .verifyErrorSatisfies(failure -> assertReason(failure, Reason.TAMPERED, "rowKey=3"));
    service.page(TABLE, Query.ALL).as(StepVerifier::create).verifyError(DecryptionException.class);
  }

  private Mono<Entity> reads(KeyRing keys) {
    return EncryptingTableService.over(behind, keys, HIDDEN).get(TABLE, KEY);
  }

  private void fails(Reason reason, String fact) {
    service
        .get(TABLE, KEY)
        .as(StepVerifier::create)
        .verifyErrorSatisfies(failure -> assertReason(failure, reason, fact));
  }

  private static void assertReason(Throwable failure, Reason reason, String fact) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            DecryptionException.class, it -> assertThat(it.reason()).isEqualTo(reason))
        .hasMessageContaining(fact);
  }

  private Map<String, EdmValue> stored(EntityKey key) {
    return behind.get(TABLE, key).block().toMap();
  }

  private void change(Consumer<Map<String, EdmValue>> how) {
    var stored = new HashMap<>(stored(KEY));
    how.accept(stored);
    store(TABLE, KEY, stored);
  }

  private void store(TableName table, EntityKey key, Map<String, EdmValue> properties) {
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    properties.forEach(entity::set);
    behind.write(table, new Write.Upsert(entity.build(), WriteMode.REPLACE)).block();
  }

  private static EdmValue flipped(EdmValue value) {
    var bytes = ((EdmBinary) value).toByteArray();
    bytes[bytes.length / 2] ^= 1;
    return new EdmBinary(bytes);
  }

  private static Entity patient(String row, String name, String illness) {
    return Entity.builder("ward", row)
        .set("Name", name)
        .set("Illness", illness)
        .set("Bed", 1)
        .build();
  }

  private static KeyWrappingKey key(String id, int fill) {
    var bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return AesWrappingKey.of(id, bytes);
  }
}
