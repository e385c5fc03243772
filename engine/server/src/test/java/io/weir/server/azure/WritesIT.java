package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Inserts, replacements, merges and deletions of one entity, and the limits of what may be stored.
 */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class WritesIT {

  private final SdkAccount account;
  private final TableClient table;

  WritesIT(SdkAccount account) {
    this.account = account;
    this.table = account.table();
  }

  @Test
  void anInsertIsAnsweredWithoutTheEntity() {
    var response = table.createEntityWithResponse(new TableEntity("p", "insert"), null, null);

    assertThat(response.getStatusCode()).isEqualTo(204);
  }

  @Test
  void anEntityCannotBeInsertedTwice() {
    table.createEntity(new TableEntity("p", "once").addProperty("A", 1));

    SdkAssertions.assertRefused(
        () -> table.createEntity(new TableEntity("p", "once")), 409, "EntityAlreadyExists");
    assertThat(table.getEntity("p", "once").getProperty("A")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(TableEntityUpdateMode.class)
  void anUpsertStoresAnAbsentEntity(TableEntityUpdateMode mode) {
    var response = table.upsertEntityWithResponse(
        new TableEntity("p", "new" + mode).addProperty("A", 1), mode, null, null);

    assertThat(response.getStatusCode()).isEqualTo(204);
    assertThat(table.getEntity("p", "new" + mode).getProperty("A")).isEqualTo(1);
  }

  @Test
  void aMergingUpsertKeepsOtherProperties() {
    table.createEntity(new TableEntity("p", "kept").addProperty("A", 1).addProperty("B", 1));
    table.upsertEntity(new TableEntity("p", "kept").addProperty("B", 2).addProperty("C", 3));

    assertThat(table.getEntity("p", "kept").getProperties())
        .containsEntry("A", 1)
        .containsEntry("B", 2)
        .containsEntry("C", 3);
  }

  @Test
  void aReplacingUpsertDropsOtherProperties() {
    table.createEntity(new TableEntity("p", "dropped").addProperty("A", 1));
    table.upsertEntityWithResponse(
        new TableEntity("p", "dropped").addProperty("B", 2),
        TableEntityUpdateMode.REPLACE,
        null,
        null);

    assertThat(table.getEntity("p", "dropped").getProperties())
        .doesNotContainKey("A")
        .containsEntry("B", 2);
  }

  @Test
  void aMergingUpdateKeepsOtherProperties() {
    table.createEntity(new TableEntity("p", "merged").addProperty("A", 1));
    table.updateEntity(
        new TableEntity("p", "merged").addProperty("B", 2), TableEntityUpdateMode.MERGE);

    assertThat(table.getEntity("p", "merged").getProperties()).containsKeys("A", "B");
  }

  @Test
  void aReplacingUpdateDropsOtherProperties() {
    table.createEntity(new TableEntity("p", "replaced").addProperty("A", 1));
    table.updateEntity(
        new TableEntity("p", "replaced").addProperty("B", 2), TableEntityUpdateMode.REPLACE);

    assertThat(table.getEntity("p", "replaced").getProperties())
        .doesNotContainKey("A")
        .containsKey("B");
  }

  @ParameterizedTest
  @EnumSource(TableEntityUpdateMode.class)
  void updatingAnAbsentEntityFails(TableEntityUpdateMode mode) {
    SdkAssertions.assertRefused(
        () -> table.updateEntity(new TableEntity("p", "missing"), mode), 404, "ResourceNotFound");
  }

  @Test
  void aNullInAMergeKeepsTheStoredValue() {
    table.createEntity(new TableEntity("p", "null").addProperty("A", 1));
    table.upsertEntity(new TableEntity("p", "null").addProperty("A", null));

    assertThat(table.getEntity("p", "null").getProperty("A")).isEqualTo(1);
  }

  @Test
  void aDeletedEntityIsGone() {
    table.createEntity(new TableEntity("p", "deleted"));
    table.deleteEntity("p", "deleted");

    SdkAssertions.assertRefused(() -> table.getEntity("p", "deleted"), 404, "ResourceNotFound");
  }

  @Test
  void deletingAnAbsentEntitySucceeds() {
    var response =
        table.deleteEntityWithResponse(new TableEntity("p", "missing"), false, null, null);

    assertThat(response.getStatusCode()).isEqualTo(404);
  }

  @Test
  void writingToAnAbsentTableFails() {
    var missing = account.service().getTableClient(SdkAccount.freeName());

    SdkAssertions.assertRefused(
        () -> missing.createEntity(new TableEntity("p", "r")), 404, "TableNotFound");
    SdkAssertions.assertRefused(
        () -> missing.upsertEntity(new TableEntity("p", "r")), 404, "TableNotFound");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\b", "a#b", "a?b", "a\tb", "a\u0085b"})
  void aKeyWithAForbiddenCharacterIsRefused(String key) {
    SdkAssertions.assertRefused(
        () -> table.createEntity(new TableEntity(key, "r")), 400, "OutOfRangeInput");
  }

  @Test
  void aTooLongKeyIsRefused() {
    SdkAssertions.assertRefused(
        () -> table.createEntity(new TableEntity("p", "r".repeat(1025))), 400, "KeyValueTooLarge");
  }

  @Test
  void aTooLongStringIsRefused() {
    SdkAssertions.assertRefused(
        () -> table.createEntity(
            new TableEntity("p", "text").addProperty("A", "x".repeat(32 * 1024 + 1))),
        400,
        "PropertyValueTooLarge");
  }

  @Test
  void aTooLongBinaryIsRefused() {
    SdkAssertions.assertRefused(
        () -> table.createEntity(
            new TableEntity("p", "bytes").addProperty("A", new byte[64 * 1024 + 1])),
        400,
        "PropertyValueTooLarge");
  }

  @Test
  void aTooLargeEntityIsRefused() {
    var large = new TableEntity("p", "large");
    IntStream.range(0, 17).forEach(i -> large.addProperty("A" + i, "x".repeat(32 * 1024)));

    SdkAssertions.assertRefused(() -> table.createEntity(large), 400, "EntityTooLarge");
  }

  @Test
  void anEntityHasAtMost252Properties() {
    var most = new TableEntity("p", "most");
    IntStream.range(0, 252).forEach(i -> most.addProperty("A" + i, i));
    var tooMany = new TableEntity("p", "tooMany").setProperties(most.getProperties());
    tooMany.addProperty("One", 1);

    table.createEntity(most);
    assertThat(table.getEntity("p", "most").getProperty("A251")).isEqualTo(251);
    SdkAssertions.assertRefused(() -> table.createEntity(tooMany), 400, "TooManyProperties");
  }

  @Test
  void anInvalidPropertyNameIsRefused() {
    SdkAssertions.assertRefused(
        () -> table.createEntity(new TableEntity("p", "name").addProperty("a-b", 1)),
        400,
        "PropertyNameInvalid");
  }

  @Test
  void aTooLongPropertyNameIsRefused() {
    SdkAssertions.assertRefused(
        () -> table.createEntity(new TableEntity("p", "long").addProperty("n".repeat(256), 1)),
        400,
        "PropertyNameTooLong");
  }
}
