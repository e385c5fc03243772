package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.sas.TableAccountSasPermission;
import com.azure.data.tables.sas.TableAccountSasResourceType;
import com.azure.data.tables.sas.TableAccountSasService;
import com.azure.data.tables.sas.TableAccountSasSignatureValues;
import com.azure.data.tables.sas.TableSasProtocol;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The permissions of an account's shared access signature, and refusals of wrong keys. */
@ExtendWith(SdkServer.class)
class AccountSignaturesIT {

  private final SdkAccount account;
  private final String table;

  AccountSignaturesIT(SdkAccount account) {
    this.account = account;
    this.table = account.table(new TableEntity("p", "r")).getTableName();
  }

  private TableServiceClient holder(String permissions, String services, String types) {
    return account.holding(
        account.service().generateAccountSas(values(permissions, services, types)));
  }

  private static TableAccountSasSignatureValues values(
      String permissions, String services, String types) {
    return new TableAccountSasSignatureValues(
        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
        TableAccountSasPermission.parse(permissions),
        TableAccountSasService.parse(services),
        TableAccountSasResourceType.parse(types));
  }

  private Map<String, ThrowingCallable> actions(TableServiceClient holder) {
    var entities = holder.getTableClient(table);
    return Map.of(
        "list", () -> holder.listTables().stream().count(),
        "create", () -> holder.createTable(SdkAccount.freeName()),
        "remove", () -> holder.deleteTable(account.table().getTableName()),
        "get", () -> entities.getEntity("p", "r"),
        "insert", () -> entities.createEntity(new TableEntity("p", "new")),
        "update", () -> entities.updateEntity(new TableEntity("p", "r")),
        "upsert", () -> entities.upsertEntity(new TableEntity("p", "r")),
        "delete", () -> entities.deleteEntity("p", "r"));
  }

  @ParameterizedTest
  @CsvSource({
    "l,   list",
    "c,   create",
    "w,   create",
    "d,   remove delete",
    "r,   get",
    "a,   insert",
    "u,   update",
    "au,  insert update upsert",
    "rwdlacu, list create remove get insert update upsert delete",
  })
  void eachLetterAllowsItsOperationsOnly(String permissions, String allowed) {
    var may = List.of(allowed.split(" ", -1));
    var owner = account.service().getTableClient(table);

    actions(holder(permissions, "t", "co")).forEach((name, action) -> {
      if (may.contains(name)) {
        assertThatCode(action).as(name).doesNotThrowAnyException();
      } else {
        SdkAssertions.assertRefused(action, 403, "AuthorizationPermissionMismatch");
      }
      owner.upsertEntity(new TableEntity("p", "r"));
      owner.deleteEntity("p", "new");
    });
  }

  @Test
  void aSignatureForEntitiesDoesNotAllowTables() {
    var holder = holder("rwdlacu", "t", "o");

    SdkAssertions.assertRefused(
        () -> holder.listTables().stream().count(), 403, "AuthorizationResourceTypeMismatch");
    assertThat(holder.getTableClient(table).getEntity("p", "r").getRowKey()).isEqualTo("r");
  }

  @Test
  void aSignatureForTablesDoesNotAllowEntities() {
    var holder = holder("rwdlacu", "t", "c");

    SdkAssertions.assertRefused(
        () -> holder.getTableClient(table).getEntity("p", "r"),
        403,
        "AuthorizationResourceTypeMismatch");
    assertThat(holder.listTables().stream()).isNotEmpty();
  }

  @Test
  void aSignatureOfAnotherServiceIsRefused() {
    SdkAssertions.assertRefused(
        () -> holder("rwdlacu", "b", "co").listTables().stream().count(),
        403,
        "AuthorizationServiceMismatch");
  }

  @Test
  void aSignatureMayRequireEncryption() {
    var token = account
        .service()
        .generateAccountSas(values("r", "t", "o").setProtocol(TableSasProtocol.HTTPS_ONLY));

    SdkAssertions.assertRefused(
        () -> account.holding(token).getTableClient(table).getEntity("p", "r"),
        403,
        "AuthorizationProtocolMismatch");
  }

  @Test
  void aSignatureOfTheOldestVersionIsAccepted() {
    var token =
        account.service().generateAccountSas(values("r", "t", "o").setVersion("2019-02-02"));

    assertThat(account.holding(token).getTableClient(table).getEntity("p", "r").getRowKey())
        .isEqualTo("r");
  }

  @Test
  void aWrongKeyIsRefusedWithAnAnswer() {
    var stranger = account.signedWith("d3Jvbmc=").buildClient();

    SdkAssertions.assertRefused(
        () -> stranger.createTable(SdkAccount.freeName()), 403, "AuthenticationFailed");
  }

  @Test
  void aWrongKeyIsRefusedWithAnAnswerToTheReactiveClient() {
    var stranger = account.signedWith("d3Jvbmc=").buildAsyncClient();

    SdkAssertions.assertRefused(
        () -> stranger.createTable(SdkAccount.freeName()).block(), 403, "AuthenticationFailed");
  }
}
