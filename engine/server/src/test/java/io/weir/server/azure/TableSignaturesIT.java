package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.azure.core.exception.HttpResponseException;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.sas.TableSasIpRange;
import com.azure.data.tables.sas.TableSasPermission;
import com.azure.data.tables.sas.TableSasProtocol;
import com.azure.data.tables.sas.TableSasSignatureValues;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operations that a table's shared access signature allows and forbids. */
@ExtendWith(SdkServer.class)
class TableSignaturesIT {

  private final SdkAccount account;
  private final TableClient table;

  TableSignaturesIT(SdkAccount account) {
    this.account = account;
    this.table = account.table(new TableEntity("b", "1"), new TableEntity("d", "1"));
  }

  private static TableSasSignatureValues allowing(String permissions) {
    return new TableSasSignatureValues(now().plusHours(1), TableSasPermission.parse(permissions));
  }

  private static OffsetDateTime now() {
    return OffsetDateTime.now(ZoneOffset.UTC);
  }

  private TableClient holder(TableSasSignatureValues values) {
    return account.holding(table.generateSas(values)).getTableClient(table.getTableName());
  }

  private static Map<String, ThrowingCallable> actions(TableClient holder) {
    var entity = new TableEntity("b", "1").addProperty("A", 1);
    return Map.of(
        "get", () -> holder.getEntity("b", "1"),
        "query", () -> holder.listEntities().stream().count(),
        "insert", () -> holder.createEntity(new TableEntity("b", "2")),
        "update", () -> holder.updateEntity(entity, TableEntityUpdateMode.REPLACE),
        "merge", () -> holder.updateEntity(entity, TableEntityUpdateMode.MERGE),
        "upsert", () -> holder.upsertEntity(entity),
        "delete", () -> holder.deleteEntity("b", "1"));
  }

  @ParameterizedTest
  @CsvSource({
    "r,  get query",
    "a,  insert",
    "u,  update merge",
    "d,  delete",
    "au, insert update merge upsert",
    "raud, get query insert update merge upsert delete",
  })
  void eachLetterAllowsItsOperationsOnly(String permissions, String allowed) {
    var may = List.of(allowed.split(" ", -1));

    actions(holder(allowing(permissions))).forEach((name, action) -> {
      if (may.contains(name)) {
        assertThatCode(action).as(name).doesNotThrowAnyException();
      } else {
        SdkAssertions.assertRefused(action, 403, "AuthorizationPermissionMismatch");
      }
      table.upsertEntity(new TableEntity("b", "1"));
      table.deleteEntity("b", "2");
    });
  }

  @Test
  void aKeyRangeLimitsReads() {
    var holder = holder(between("a", "", "c", "9"));

    assertThat(SdkAssertions.rowsWhere(holder, "true")).containsExactly("1");
    SdkAssertions.assertRefused(() -> holder.getEntity("d", "1"), 404, "ResourceNotFound");
  }

  @Test
  void aKeyRangeLimitsWrites() {
    var holder = holder(between("a", "", "c", "9"));

    holder.createEntity(new TableEntity("c", "9"));
    SdkAssertions.assertRefused(
        () -> holder.createEntity(new TableEntity("c", "91")), 403, "AuthorizationFailure");
    SdkAssertions.assertRefused(() -> holder.deleteEntity("d", "1"), 403, "AuthorizationFailure");
  }

  private static TableSasSignatureValues between(
      String fromPartition, String fromRow, String toPartition, String toRow) {
    return allowing("raud")
        .setStartPartitionKey(fromPartition)
        .setStartRowKey(fromRow)
        .setEndPartitionKey(toPartition)
        .setEndRowKey(toRow);
  }

  @Test
  void aTransactionWithinThePermissionsIsCarriedOut() {
    holder(allowing("a")).submitTransaction(List.of(create("b", "3"), create("b", "4")));

    assertThat(SdkAssertions.rowsWhere(table, "PartitionKey eq 'b'"))
        .containsExactly("1", "3", "4");
  }

  @Test
  void oneForbiddenOperationFailsTheTransaction() {
    var holder = holder(allowing("a"));
    var delete =
        new TableTransactionAction(TableTransactionActionType.DELETE, new TableEntity("b", "1"));

    SdkAssertions.assertTransactionRefused(
        () -> holder.submitTransaction(List.of(create("b", "3"), delete)),
        1,
        "AuthorizationPermissionMismatch");
    assertThat(SdkAssertions.rowsWhere(table, "RowKey eq '3'")).isEmpty();
  }

  private static TableTransactionAction create(String partitionKey, String rowKey) {
    return new TableTransactionAction(
        TableTransactionActionType.CREATE, new TableEntity(partitionKey, rowKey));
  }

  @Test
  void anotherTableIsNotAccessible() {
    var other = account.table();
    var holder =
        account.holding(table.generateSas(allowing("raud"))).getTableClient(other.getTableName());

    assertThatCode(() -> holder.createEntity(new TableEntity("p", "r")))
        .isInstanceOfSatisfying(
            HttpResponseException.class,
            failure -> assertThat(failure.getResponse().getStatusCode()).isEqualTo(403));
    assertThat(other.listEntities().stream()).isEmpty();
  }

  @Test
  void tablesCannotBeCreatedListedOrDeleted() {
    var holder = account.holding(table.generateSas(allowing("raud")));

    SdkAssertions.assertRefused(
        () -> holder.deleteTable(table.getTableName()), 403, "AuthorizationFailure");
    SdkAssertions.assertRefused(
        () -> holder.createTable(SdkAccount.freeName()), 403, "AuthorizationFailure");
    SdkAssertions.assertRefused(
        () -> holder.listTables().stream().count(), 403, "AuthorizationFailure");
  }

  @Test
  void anExpiredSignatureIsRefused() {
    var expired = new TableSasSignatureValues(now().minusMinutes(1), TableSasPermission.parse("r"));

    SdkAssertions.assertRefused(
        () -> holder(expired).getEntity("b", "1"), 403, "AuthenticationFailed");
  }

  @Test
  void aSignatureIsRefusedBeforeItsStart() {
    var later = allowing("r").setStartTime(now().plusMinutes(30));

    SdkAssertions.assertRefused(
        () -> holder(later).getEntity("b", "1"), 403, "AuthenticationFailed");
  }

  @Test
  void aSignatureMayRequireEncryption() {
    var values = allowing("r").setProtocol(TableSasProtocol.HTTPS_ONLY);

    SdkAssertions.assertRefused(
        () -> holder(values).getEntity("b", "1"), 403, "AuthorizationProtocolMismatch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.0-127.0.0.255"})
  void aRequestFromAnAddressInTheRangeIsAccepted(String range) {
    var values = allowing("r").setSasIpRange(TableSasIpRange.parse(range));

    assertThat(holder(values).getEntity("b", "1").getRowKey()).isEqualTo("1");
  }

  @Test
  void aRequestFromAnotherAddressIsRefused() {
    var values = allowing("r").setSasIpRange(TableSasIpRange.parse("10.1.2.3"));

    SdkAssertions.assertRefused(
        () -> holder(values).getEntity("b", "1"), 403, "AuthorizationSourceIPMismatch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sp=r:sp=raud", "tn=Sdk:tn=Sdj"})
  void aChangedTokenIsRefused(String change) {
    var parts = change.split(":", -1);
    var token = table.generateSas(allowing("r")).replace(parts[0], parts[1]);

    SdkAssertions.assertRefused(
        () -> account.holding(token).getTableClient(table.getTableName()).getEntity("b", "1"),
        403,
        "AuthenticationFailed");
  }
}
