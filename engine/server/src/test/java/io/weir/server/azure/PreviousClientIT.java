package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.azure.storage.StorageException;
import com.microsoft.azure.storage.table.CloudTable;
import com.microsoft.azure.storage.table.CloudTableClient;
import com.microsoft.azure.storage.table.DynamicTableEntity;
import com.microsoft.azure.storage.table.EdmType;
import com.microsoft.azure.storage.table.EntityProperty;
import com.microsoft.azure.storage.table.TableOperation;
import com.microsoft.azure.storage.table.TableQuery;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The retired client: MERGE as a tunnelled verb, the full SharedKey scheme, entities read without
 * annotations.
 */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class PreviousClientIT {

  private final CloudTableClient client;
  private final CloudTable table;

  PreviousClientIT(SdkAccount account) throws StorageException, URISyntaxException {
    client = PreviousClient.of(account);
    table = PreviousClient.table(client);
  }

  private static DynamicTableEntity entity(String rowKey, String property, int value) {
    return PreviousClient.entity("p", rowKey, Map.of(property, new EntityProperty(value)));
  }

  @Test
  void aTableIsCreatedListedAndDeleted() throws StorageException, URISyntaxException {
    var own = PreviousClient.table(client);

    assertThat(own.exists()).isTrue();
    assertThat(client.listTables(own.getName())).containsExactly(own.getName());
    own.delete();
    assertThat(own.exists()).isFalse();
    assertThat(client.listTables(own.getName())).isEmpty();
  }

  @Test
  void aTableCannotBeCreatedTwice() throws StorageException {
    assertThat(table.createIfNotExists()).isFalse();
    PreviousClient.assertRefused(table::create, 409, "TableAlreadyExists");
  }

  @Test
  void deletingAnAbsentTableReportsThatItWasAbsent() throws StorageException, URISyntaxException {
    assertThat(client.getTableReference(SdkAccount.freeName()).deleteIfExists()).isFalse();
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("text", new EntityProperty("q'\"\u00e9")),
        Arguments.of("truth", new EntityProperty(true)),
        Arguments.of("Int32", new EntityProperty(-5)),
        Arguments.of("Int64", new EntityProperty(Long.MIN_VALUE)),
        Arguments.of("Double", new EntityProperty(1e-7)),
        Arguments.of("whole Double", new EntityProperty(3.0)),
        Arguments.of("no number", new EntityProperty(Double.NaN)),
        Arguments.of("infinity", new EntityProperty(Double.NEGATIVE_INFINITY)),
        Arguments.of(
            "moment", new EntityProperty(Date.from(Instant.ofEpochMilli(1_600_000_000_123L)))),
        Arguments.of("Guid", new EntityProperty(new UUID(1, 2))),
        Arguments.of("bytes", new EntityProperty(new byte[] {1, 2, 3})));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("values")
  void aValueIsReadBackUnchanged(String what, EntityProperty value) throws StorageException {
    table.execute(
        TableOperation.insert(PreviousClient.entity("values", what, Map.of("Value", value))));

    var found = PreviousClient.stored(table, "values", what).getProperties().get("Value");

    assertThat(found.getEdmType()).isEqualTo(value.getEdmType());
    if (value.getEdmType() == EdmType.BINARY) {
      assertThat(found.getValueAsByteArray()).isEqualTo(value.getValueAsByteArray());
    } else if (value.getEdmType() == EdmType.DATE_TIME) {
      assertThat(found.getValueAsDate()).isEqualTo(value.getValueAsDate());
    } else if (value.getEdmType() == EdmType.DOUBLE) {
      assertThat((Double) found.getValueAsDouble()).isEqualTo((Double) value.getValueAsDouble());
    } else {
      assertThat(found.getValueAsString()).isEqualTo(value.getValueAsString());
    }
  }

  @Test
  void anEntityCannotBeInsertedTwice() throws StorageException {
    table.execute(TableOperation.insert(entity("once", "A", 1)));

    PreviousClient.assertRefused(
        () -> table.execute(TableOperation.insert(entity("once", "A", 2))),
        409,
        "EntityAlreadyExists");
  }

  @Test
  void anInsertMayReturnTheEntity() throws StorageException {
    var result = table.execute(TableOperation.insert(entity("echoed", "A", 1), true));

    assertThat(result.getHttpStatusCode()).isEqualTo(201);
    assertThat(result.getEtag())
        .isEqualTo(PreviousClient.stored(table, "p", "echoed").getEtag());
  }

  @Test
  void readingAnAbsentEntityReturnsNull() throws StorageException {
    assertThat(PreviousClient.stored(table, "p", "missing")).isNull();
  }

  @Test
  void aMergeKeepsOtherProperties() throws StorageException {
    table.execute(TableOperation.insert(entity("merged", "A", 1)));
    var change = entity("merged", "B", 2);
    change.setEtag("*");
    table.execute(TableOperation.merge(change));

    assertThat(PreviousClient.stored(table, "p", "merged").getProperties()).containsKeys("A", "B");
  }

  @Test
  void aReplaceDropsOtherProperties() throws StorageException {
    table.execute(TableOperation.insert(entity("replaced", "A", 1)));
    var change = entity("replaced", "B", 2);
    change.setEtag("*");
    table.execute(TableOperation.replace(change));

    assertThat(PreviousClient.stored(table, "p", "replaced").getProperties()).containsOnlyKeys("B");
  }

  @Test
  void upsertsMergeOrReplace() throws StorageException {
    table.execute(TableOperation.insertOrMerge(entity("upsert", "A", 1)));
    table.execute(TableOperation.insertOrMerge(entity("upsert", "B", 2)));
    assertThat(PreviousClient.stored(table, "p", "upsert").getProperties())
        .containsOnlyKeys("A", "B");

    table.execute(TableOperation.insertOrReplace(entity("upsert", "C", 3)));
    assertThat(PreviousClient.stored(table, "p", "upsert").getProperties()).containsOnlyKeys("C");
  }

  @Test
  void writesOfAnOlderVersionAreRefused() throws StorageException {
    table.execute(TableOperation.insert(entity("overtaken", "A", 1)));
    var first = PreviousClient.stored(table, "p", "overtaken");
    table.execute(TableOperation.insertOrMerge(entity("overtaken", "A", 2)));

    PreviousClient.assertRefused(
        () -> table.execute(TableOperation.replace(first)), 412, "UpdateConditionNotSatisfied");
    PreviousClient.assertRefused(
        () -> table.execute(TableOperation.delete(first)), 412, "UpdateConditionNotSatisfied");
  }

  @Test
  void anEntityIsDeletedByItsStoredVersion() throws StorageException {
    table.execute(TableOperation.insert(entity("deleted", "A", 1)));
    table.execute(TableOperation.delete(PreviousClient.stored(table, "p", "deleted")));

    assertThat(PreviousClient.stored(table, "p", "deleted")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"it's, a b", "50%, c+d", "\u00e9, (x)"})
  void keysOfAllKindsAreFound(String partitionKey, String rowKey) throws StorageException {
    table.execute(TableOperation.insert(new DynamicTableEntity(partitionKey, rowKey)));

    assertThat(PreviousClient.stored(table, partitionKey, rowKey).getRowKey()).isEqualTo(rowKey);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(N eq 3)                          | 3",
        "(N lt 2) and (N ge 1)             | 1",
        "(N gt 4) or (L eq 0L)             | 0 5",
        "not (N lt 4)                      | 4 5",
        "RowKey ge '2' and RowKey lt '4'   | 2 3",
      })
  void aFilterFindsMatchingEntities(String filter, String rows)
      throws StorageException, URISyntaxException {
    var own = PreviousClient.table(client);
    for (var n = 0; n < 6; n++) {
      own.execute(TableOperation.insert(PreviousClient.entity(
          "p",
          Integer.toString(n),
          Map.of("N", new EntityProperty(n), "L", new EntityProperty((long) n)))));
    }

    assertThat(String.join(" ", PreviousClient.rowsWhere(own, filter))).isEqualTo(rows);
  }

  @Test
  void aQueryAppliesSelectionAndLimit() throws StorageException, URISyntaxException {
    var own = PreviousClient.table(client);
    for (var n = 0; n < 6; n++) {
      own.execute(TableOperation.insert(PreviousClient.entity(
          "p",
          Integer.toString(n),
          Map.of("N", new EntityProperty(n), "M", new EntityProperty(n)))));
    }
    var query =
        TableQuery.from(DynamicTableEntity.class).select(new String[] {"N"}).take(4);

    var found = own.executeSegmented(query, null).getResults();

    assertThat(found).hasSize(4).allSatisfy(entity -> {
      assertThat(entity.getProperties().get("N").getEdmType()).isEqualTo(EdmType.INT32);
      assertThat(entity.getProperties().keySet()).doesNotContain("M");
    });
  }

  @Test
  void anInvalidFilterIsRefused() {
    var query = TableQuery.from(DynamicTableEntity.class).where("A eq");

    PreviousClient.assertRefused(() -> table.executeSegmented(query, null), 400, "InvalidInput");
  }

  @Test
  void aSelectedValueMayBeAbsent() throws StorageException, URISyntaxException {
    var own = PreviousClient.table(client, entity("r", "A", 1));
    var query = TableQuery.from(DynamicTableEntity.class).select(new String[] {"A", "Missing"});

    var found = new ArrayList<DynamicTableEntity>();
    own.execute(query).forEach(found::add);

    assertThat(found).hasSize(1);
    assertThat(found.get(0).getProperties().get("A").getValueAsInteger()).isEqualTo(1);
    assertThat(List.copyOf(found.get(0).getProperties().keySet())).contains("A");
  }
}
