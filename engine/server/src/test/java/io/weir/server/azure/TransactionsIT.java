package io.weir.server.azure;

import static com.azure.data.tables.models.TableTransactionActionType.CREATE;
import static com.azure.data.tables.models.TableTransactionActionType.DELETE;
import static com.azure.data.tables.models.TableTransactionActionType.UPDATE_MERGE;
import static com.azure.data.tables.models.TableTransactionActionType.UPDATE_REPLACE;
import static com.azure.data.tables.models.TableTransactionActionType.UPSERT_MERGE;
import static com.azure.data.tables.models.TableTransactionActionType.UPSERT_REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionResponse;
import com.azure.data.tables.models.TableTransactionActionType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Entity group transactions are atomic, and a failed one names its operation by number. */
@ExtendWith(SdkServer.class)
class TransactionsIT {

  private final SdkAccount account;
  private final TableClient table;

  TransactionsIT(SdkAccount account) {
    this.account = account;
    this.table =
        account.table(entity("stored").addProperty("A", 1), entity("other").addProperty("A", 1));
  }

  private static TableEntity entity(String rowKey) {
    return new TableEntity("p", rowKey);
  }

  private static TableTransactionAction action(TableTransactionActionType type, String rowKey) {
    return new TableTransactionAction(type, entity(rowKey).addProperty("B", 2));
  }

  @ParameterizedTest
  @EnumSource(
      value = TableTransactionActionType.class,
      names = "CREATE",
      mode = EnumSource.Mode.EXCLUDE)
  void everyKindOfChangeIsCarriedOut(TableTransactionActionType type) {
    var answers = table
        .submitTransaction(List.of(action(type, "stored"), action(CREATE, "new")))
        .getTransactionActionResponses();

    assertThat(answers)
        .extracting(TableTransactionActionResponse::getStatusCode)
        .containsExactly(204, 204);
    var merges = type == UPDATE_MERGE || type == UPSERT_MERGE;
    assertThat(SdkAssertions.rowsWhere(table, "B eq 2 and A eq 1"))
        .isEqualTo(merges ? List.of("stored") : List.of());
    assertThat(SdkAssertions.rowsWhere(table, "B eq 2"))
        .isEqualTo(type == DELETE ? List.of("new") : List.of("new", "stored"));
  }

  @ParameterizedTest
  @EnumSource(
      value = TableTransactionActionType.class,
      names = {"UPSERT_MERGE", "UPSERT_REPLACE"})
  void anUpsertInATransactionStoresAnAbsentEntity(TableTransactionActionType type) {
    table.submitTransaction(List.of(action(type, "new")));

    assertThat(table.getEntity("p", "new").getProperty("B")).isEqualTo(2);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(action(CREATE, "stored"), "EntityAlreadyExists"),
        Arguments.of(action(UPDATE_MERGE, "missing"), "ResourceNotFound"),
        Arguments.of(action(UPDATE_REPLACE, "missing"), "ResourceNotFound"),
        Arguments.of(action(DELETE, "missing"), "ResourceNotFound"),
        Arguments.of(
            new TableTransactionAction(
                CREATE, entity("large").addProperty("A", "x".repeat(33 * 1024))),
            "PropertyValueTooLarge"),
        Arguments.of(
            new TableTransactionAction(CREATE, entity("named").addProperty("a-b", 1)),
            "PropertyNameInvalid"),
        Arguments.of(action(UPSERT_REPLACE, "first"), "InvalidDuplicateRow"),
        Arguments.of(
            new TableTransactionAction(CREATE, new TableEntity("q", "r")),
            "CommandsInBatchActOnDifferentPartitions"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailedOperationUndoesTheTransaction(TableTransactionAction failing, String code) {
    var actions = List.of(action(CREATE, "first"), action(DELETE, "other"), failing);

    SdkAssertions.assertTransactionRefused(() -> table.submitTransaction(actions), 2, code);
    assertThat(SdkAssertions.rows(table, new ListEntitiesOptions()))
        .containsExactly("other", "stored");
  }

  @Test
  void aTransactionOfAHundredOperationsIsCarriedOut() {
    assertThat(table.submitTransaction(inserts(100)).getTransactionActionResponses())
        .hasSize(100);
    assertThat(SdkAssertions.rows(table, new ListEntitiesOptions())).hasSize(102);
  }

  @Test
  void aTransactionOf101OperationsIsRefusedAndNamesOperation99() {
    SdkAssertions.assertTransactionRefused(
        () -> table.submitTransaction(inserts(101)), 99, "InvalidInput");
  }

  @Test
  void aTransactionOfMoreThanFourMegabytesIsRefused() {
    var large = IntStream.range(0, 70)
        .mapToObj(n -> new TableTransactionAction(
            CREATE,
            entity("large" + n)
                .addProperty("A", "x".repeat(32 * 1024))
                .addProperty("B", "x".repeat(32 * 1024))))
        .collect(Collectors.toList());

    SdkAssertions.assertRefused(() -> table.submitTransaction(large), 413, "RequestBodyTooLarge");
  }

  @Test
  void keysMayContainSpecialCharacters() {
    var keys = List.of("it's", "a b+c%", "\u00e9\ud83d\ude00", "(x,y)");
    table.submitTransaction(keys.stream()
        .map(key -> new TableTransactionAction(
            UPSERT_REPLACE, new TableEntity("q's %", key).addProperty("A", key)))
        .collect(Collectors.toList()));

    assertThat(keys)
        .allSatisfy(
            key -> assertThat(table.getEntity("q's %", key).getProperty("A")).isEqualTo(key));
  }

  @Test
  void eachStoredEntityHasAVersion() {
    var answer = table
        .submitTransaction(List.of(action(CREATE, "tagged")))
        .getTableTransactionActionResponseByRowKey("tagged");

    assertThat(answer.getStatusCode()).isEqualTo(204);
    assertThat(table.getEntity("p", "tagged").getETag()).startsWith("W/\"datetime'");
  }

  @Test
  void anAbsentTableIsReportedForTheFirstOperation() {
    var missing = account.service().getTableClient(SdkAccount.freeName());

    SdkAssertions.assertTransactionRefused(
        () -> missing.submitTransaction(inserts(2)), 0, "TableNotFound");
  }

  private static List<TableTransactionAction> inserts(int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> action(CREATE, String.format("%03d", n)))
        .collect(Collectors.toList());
  }
}
