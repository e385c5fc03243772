package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Combined comparisons, filters on keys, functions of text, and refused filters. */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class FilterLogicIT {

  private final TableClient table;

  FilterLogicIT(SdkAccount account) {
    table = account.table(
        new TableEntity("p", "1").addProperty("A", 1).addProperty("B", 1),
        new TableEntity("p", "2").addProperty("A", 1).addProperty("B", 2),
        new TableEntity("q", "3").addProperty("A", 2).addProperty("B", 1),
        new TableEntity("q", "4").addProperty("A", 2).addProperty("B", 2).addProperty("_c", 1L),
        new TableEntity("q's", "5").addProperty("Name", "Été"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A eq 1 and B eq 2                          | 2",
        "A eq 1 or B eq 2                           | 1 2 4",
        "A eq 2 or A eq 1 and B eq 2                | 2 3 4",
        "(A eq 2 or A eq 1) and B eq 2              | 2 4",
        "not A eq 1                                 | 3 4 5",
        "not (A eq 1 and B eq 1)                    | 2 3 4 5",
        "not A eq 1 and B eq 1                      | 3",
        "not not (A eq 1)                           | 1 2",
        "(A eq 1)and(B eq 1)                        | 1",
        "((((A eq 1))))                             | 1 2",
        "true                                       | 1 2 3 4 5",
        "false or A eq 1                            | 1 2",
        "_c eq 1                                    | 4",
        "_c ne 2                                    | 4",
        "Missing ne 1                               | ``",
      })
  void combinesComparisons(String filter, String rows) {
    assertThat(String.join(" ", SdkAssertions.rowsWhere(table, filter))).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PartitionKey eq 'p'                        | 1 2",
        "PartitionKey eq 'q''s'                     | 5",
        "PartitionKey eq 'p' and RowKey eq '2'      | 2",
        "PartitionKey gt 'p' and PartitionKey lt 'q~' | 3 4 5",
        "PartitionKey ge 'q' and RowKey ne '3'      | 4 5",
        "RowKey ge '2' and RowKey le '4'            | 2 3 4",
        "PartitionKey eq 'p' or PartitionKey eq 'q' | 1 2 3 4",
        "PartitionKey eq 'p' and A eq 2             | ``",
        "PartitionKey eq 'p' and PartitionKey eq 'q' | ``",
        "Timestamp gt datetime'2001-01-01T00:00:00Z' | 1 2 3 4 5",
        "Timestamp lt datetime'2001-01-01T00:00:00Z' | ``",
      })
  void findsEntitiesByKeys(String filter, String rows) {
    assertThat(String.join(" ", SdkAssertions.rowsWhere(table, filter))).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A eq",
        "A is 1",
        "A eq 'open",
        "(A eq 1",
        "A eq 1)",
        "A eq 1 and",
        "A eq guid'xyz'",
        "A eq datetime'yesterday'",
        "A eq X'0'",
        "A eq 99999999999999999999L",
        "eq 1",
      })
  void refusesInvalidFilters(String filter) {
    SdkAssertions.assertRefused(() -> SdkAssertions.rowsWhere(table, filter), 400, "InvalidInput");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "startswith(PartitionKey,'q')               | 3 4 5",
        "startswith(PartitionKey,'q') and not startswith(PartitionKey,'q''') | 3 4",
        "contains(PartitionKey,'''')                | 5",
        "substringof('s',PartitionKey)              | 5",
        "substringof('s',PartitionKey) eq true      | 5",
        "endswith(Name,'té')                        | 5",
        "tolower(Name) eq 'été'                     | 5",
        "contains(tolower(Name),'t') and A eq 1     | ``",
        "length(Name) eq 3                          | 5",
        "not (length(Name) ge 0)                    | 1 2 3 4",
        "contains(A,'1')                            | ``",
      })
  void findsEntitiesByFunctionsOfText(String filter, String rows) {
    assertThat(String.join(" ", SdkAssertions.rowsWhere(table, filter))).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"indexof(PartitionKey,'p') eq 0", "StartsWith(PartitionKey,'p')"})
  void otherFunctionsAreNotImplemented(String filter) {
    SdkAssertions.assertRefused(
        () -> SdkAssertions.rowsWhere(table, filter), 501, "NotImplemented");
  }

  @Test
  void fiftyComparisonsAreAccepted() {
    var filter = String.join(" or ", Collections.nCopies(50, "A eq 1"));

    assertThat(SdkAssertions.rowsWhere(table, filter)).isEqualTo(List.of("1", "2"));
  }
}
