package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.rest.Response;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entity tags and timestamps. */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class VersionsIT {

  private final TableClient table;

  VersionsIT(SdkAccount account) {
    table = account.table();
  }

  @Test
  void anInsertReturnsTheStoredVersion() {
    var response = table.createEntityWithResponse(new TableEntity("p", "insert"), null, null);

    assertThat(table.getEntity("p", "insert").getETag())
        .isEqualTo(tagOf(response))
        .matches("W/\"datetime'[0-9T%A.-]+Z'\"");
  }

  @ParameterizedTest
  @EnumSource(TableEntityUpdateMode.class)
  void anUpsertReturnsTheStoredVersion(TableEntityUpdateMode mode) {
    var response =
        table.upsertEntityWithResponse(new TableEntity("p", "u" + mode), mode, null, null);

    assertThat(table.getEntity("p", "u" + mode).getETag()).isEqualTo(tagOf(response));
  }

  /** The client drops the last quotation mark of the header. */
  private static String tagOf(Response<?> response) {
    return response.getHeaders().getValue(HttpHeaderName.ETAG) + "\"";
  }

  @Test
  void listedEntitiesHaveTheirStoredVersions() {
    table.createEntity(new TableEntity("list", "r"));

    var listed = SdkAssertions.rowsWhere(table, "PartitionKey eq 'list'");
    assertThat(listed).containsExactly("r");
    assertThat(table.listEntities().stream().filter(e -> e.getPartitionKey().equals("list")))
        .allSatisfy(entity ->
            assertThat(entity.getETag()).isEqualTo(table.getEntity("list", "r").getETag()));
  }

  @Test
  void anUnchangedEntityGetsANewVersionWithEachWrite() {
    table.upsertEntity(new TableEntity("p", "same").addProperty("A", 1));
    var first = table.getEntity("p", "same").getETag();
    table.upsertEntity(new TableEntity("p", "same").addProperty("A", 1));

    assertThat(table.getEntity("p", "same").getETag()).isNotEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource(TableEntityUpdateMode.class)
  void anUpdateOfTheStoredVersionIsCarriedOut(TableEntityUpdateMode mode) {
    table.createEntity(new TableEntity("stored", mode.toString()));
    var stored = table.getEntity("stored", mode.toString()).addProperty("B", 2);

    table.updateEntityWithResponse(stored, mode, true, null, null);

    assertThat(table.getEntity("stored", mode.toString()).getProperty("B")).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(TableEntityUpdateMode.class)
  void anUpdateOfAnOlderVersionIsRefused(TableEntityUpdateMode mode) {
    var key = "overtaken" + mode;
    table.createEntity(new TableEntity("p", key).addProperty("A", 1));
    var first = table.getEntity("p", key);
    table.upsertEntity(new TableEntity("p", key).addProperty("A", 2));

    SdkAssertions.assertRefused(
        () -> table.updateEntityWithResponse(first, mode, true, null, null),
        412,
        "UpdateConditionNotSatisfied");
    assertThat(table.getEntity("p", key).getProperty("A")).isEqualTo(2);
  }

  @Test
  void anUnconditionalUpdateIgnoresTheVersion() {
    table.createEntity(new TableEntity("p", "blind").addProperty("A", 1));
    var first = table.getEntity("p", "blind").addProperty("A", 3);
    table.upsertEntity(new TableEntity("p", "blind").addProperty("A", 2));

    table.updateEntityWithResponse(first, TableEntityUpdateMode.REPLACE, false, null, null);

    assertThat(table.getEntity("p", "blind").getProperty("A")).isEqualTo(3);
  }

  @Test
  void aDeleteOfAnOlderVersionIsRefused() {
    table.createEntity(new TableEntity("p", "guarded"));
    var first = table.getEntity("p", "guarded");
    table.upsertEntity(new TableEntity("p", "guarded").addProperty("A", 2));

    SdkAssertions.assertRefused(
        () -> table.deleteEntityWithResponse(first, true, null, null),
        412,
        "UpdateConditionNotSatisfied");
    table.deleteEntityWithResponse(table.getEntity("p", "guarded"), true, null, null);
    assertThat(SdkAssertions.rowsWhere(table, "RowKey eq 'guarded'")).isEmpty();
  }

  @Test
  void aTransactionChecksVersions() {
    table.createEntity(new TableEntity("p", "inBatch"));
    var first = table.getEntity("p", "inBatch");
    table.upsertEntity(new TableEntity("p", "inBatch").addProperty("A", 2));

    SdkAssertions.assertTransactionRefused(
        () -> table.submitTransaction(List.of(new TableTransactionAction(
            TableTransactionActionType.UPDATE_MERGE, first.addProperty("A", 3), true))),
        0,
        "UpdateConditionNotSatisfied");
  }

  @Test
  void aTransactionGivesAllItsEntitiesOneVersion() {
    table.submitTransaction(List.of(
        new TableTransactionAction(TableTransactionActionType.CREATE, new TableEntity("one", "1")),
        new TableTransactionAction(
            TableTransactionActionType.CREATE, new TableEntity("one", "2"))));

    assertThat(table.getEntity("one", "1").getETag())
        .isEqualTo(table.getEntity("one", "2").getETag());
  }

  @Test
  void theServerSetsTheTimestamp() {
    table.createEntity(new TableEntity("p", "time")
        .addProperty("Timestamp", OffsetDateTime.parse("2001-01-01T00:00:00Z")));

    assertThat(Duration.between(
            table.getEntity("p", "time").getTimestamp(), OffsetDateTime.now(ZoneOffset.UTC)))
        .isLessThan(Duration.ofMinutes(1));
  }
}
