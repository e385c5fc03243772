package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.HttpResponseException;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionFailedException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions that many checks share. */
final class SdkAssertions {

  private SdkAssertions() {}

  /** Asserts that the service refuses with this status and this code of the protocol. */
  static void assertRefused(ThrowingCallable action, int status, String code) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(HttpResponseException.class, refusal(status, code));
  }

  /** Asserts that an exception of the client carries this status and this code. */
  static Consumer<HttpResponseException> refusal(int status, String code) {
    return failure -> {
      assertThat(failure.getResponse().getStatusCode()).isEqualTo(status);
      assertThat(failure).hasMessageContaining("\"code\":\"" + code + "\"");
    };
  }

  /**
   * Asserts that the service refuses the transaction for one of its operations, counted from zero.
   */
  static void assertTransactionRefused(ThrowingCallable submission, int operation, String code) {
    assertThatThrownBy(submission)
        .isInstanceOfSatisfying(TableTransactionFailedException.class, failure -> {
          assertThat(failure.getFailedTransactionActionIndex()).isEqualTo(operation);
          assertThat(failure.getValue().getErrorCode()).hasToString(code);
          assertThat(failure.getValue().getErrorMessage()).startsWith(operation + ":");
        });
  }

  /** Returns the RowKeys that a filter finds, in the order of the answer. */
  static List<String> rowsWhere(TableClient table, String filter) {
    return rows(table, new ListEntitiesOptions().setFilter(filter));
  }

  /** Returns the RowKeys of a listing, in the order of the answer. */
  static List<String> rows(TableClient table, ListEntitiesOptions options) {
    return table.listEntities(options, null, null).stream()
        .map(TableEntity::getRowKey)
        .collect(Collectors.toList());
  }

  /** Returns the number of entities in each page. */
  static List<Integer> pageSizes(TableClient table, ListEntitiesOptions options) {
    return table
        .listEntities(options, null, null)
        .streamByPage()
        .map(page -> page.getValue().size())
        .collect(Collectors.toList());
  }
}
