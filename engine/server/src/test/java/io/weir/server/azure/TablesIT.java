package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.azure.data.tables.models.ListTablesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableItem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables are created, listed and deleted. */
@ExtendWith(SdkServer.class)
class TablesIT {

  private final SdkAccount account;

  TablesIT(SdkAccount account) {
    this.account = account;
  }

  @Test
  void aNewTableIsListed() {
    var name = account.table().getTableName();

    assertThat(listed(new ListTablesOptions())).contains(name);
  }

  @Test
  void anExistingTableCannotBeCreated() {
    var name = account.table().getTableName();

    SdkAssertions.assertRefused(
        () -> account.service().createTable(name), 409, "TableAlreadyExists");
  }

  @Test
  void creatingATableIfAbsentKeepsAnExistingOne() {
    var name = account.table(new TableEntity("p", "r")).getTableName();

    assertThatCode(() -> account.service().createTableIfNotExists(name)).doesNotThrowAnyException();
    assertThat(account.service().getTableClient(name).listEntities().stream()).hasSize(1);
  }

  @Test
  void creatingATableIfAbsentCreatesIt() {
    var table = account.service().createTableIfNotExists(SdkAccount.freeName());

    assertThat(listed(new ListTablesOptions())).contains(table.getTableName());
  }

  @Test
  void aTableClientCreatesAndDeletesItsTable() {
    var table = account.service().getTableClient(SdkAccount.freeName());

    assertThat(table.createTable().getName()).isEqualTo(table.getTableName());
    table.deleteTable();
    assertThat(listed(new ListTablesOptions())).doesNotContain(table.getTableName());
  }

  @Test
  void deletingAnAbsentTableSucceeds() {
    var response = account.service().deleteTableWithResponse(SdkAccount.freeName(), null, null);

    assertThat(response.getStatusCode()).isEqualTo(404);
  }

  @Test
  void aDeletedTableIsGoneWithItsEntities() {
    var table = account.table(new TableEntity("p", "r"));

    table.deleteTable();
    SdkAssertions.assertRefused(() -> table.getEntity("p", "r"), 404, "TableNotFound");
    table.createTable();
    assertThat(table.listEntities().stream()).isEmpty();
  }

  @Test
  void namesThatDifferOnlyInCaseAreTheSameTable() {
    var table = account.table(new TableEntity("p", "r"));
    var other = table.getTableName().toUpperCase(Locale.ROOT);

    SdkAssertions.assertRefused(
        () -> account.service().createTable(other), 409, "TableAlreadyExists");
    assertThat(account.service().getTableClient(other).getEntity("p", "r").getRowKey())
        .isEqualTo("r");
  }

  @Test
  void aTableIsFoundByItsName() {
    var name = account.table().getTableName();
    account.table();

    assertThat(listed(new ListTablesOptions().setFilter("TableName eq '" + name + "'")))
        .containsExactly(name);
  }

  @Test
  void tablesAreFoundByThePrefixOfTheirNames() {
    var prefix = SdkAccount.freeName() + "x";
    for (var suffix : List.of("C", "A", "B")) {
      account.service().createTable(prefix + suffix);
    }

    var filter = "TableName ge '" + prefix + "' and TableName lt '" + prefix + "z'";
    assertThat(listed(new ListTablesOptions().setFilter(filter)))
        .containsExactly(prefix + "A", prefix + "B", prefix + "C");
  }

  @Test
  void aListOfTablesIsPaged() {
    var prefix = SdkAccount.freeName() + "y";
    for (var i = 0; i < 7; i++) {
      account.service().createTable(prefix + i);
    }

    var filter = "TableName ge '" + prefix + "' and TableName lt '" + prefix + "z'";
    var pages = account
        .service()
        .listTables(new ListTablesOptions().setFilter(filter).setTop(3), null, null)
        .streamByPage()
        .map(page -> page.getValue().size())
        .collect(Collectors.toList());
    assertThat(pages).containsExactly(3, 3, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "ab,                  400, OutOfRangeInput",
    "1abc,                400, InvalidResourceName",
    "has-dash,            400, InvalidResourceName",
    "under_score,         400, InvalidResourceName",
  })
  void anInvalidNameIsRefused(String name, int status, String code) {
    SdkAssertions.assertRefused(() -> account.service().createTable(name), status, code);
  }

  @Test
  void aNameHasAtMost63Characters() {
    var name = (SdkAccount.freeName() + "n".repeat(63)).substring(0, 63);

    account.service().createTable(name);
    assertThat(listed(new ListTablesOptions())).contains(name);
    SdkAssertions.assertRefused(
        () -> account.service().createTable(name + "n"), 400, "OutOfRangeInput");
  }

  private List<String> listed(ListTablesOptions options) {
    return account.service().listTables(options, null, null).stream()
        .map(TableItem::getName)
        .collect(Collectors.toList());
  }
}
