package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.InvalidRequestException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The request line. It is signed in the form in which it is sent, so every byte counts. */
final class StreamingRequestsTest {

  private static final TableName TABLE = new TableName("People");

  private final StreamingRequests requests = new StreamingRequests("/acct");

  @Test
  void keysAreQuotedAndEncoded() {
    assertThat(requests
            .get(TABLE, new EntityKey("O'Hara & co", "é🙂+*~%"), Selection.ALL)
            .target())
        .isEqualTo("/acct/People(PartitionKey=%27O%27%27Hara%20%26%20co%27,RowKey="
            + "%27%C3%A9%F0%9F%99%82%2B%2A~%25%27)");
  }

  @Test
  void everyRefinementOfAQueryBecomesAnOption() {
    var from = Continuation.after(new EntityKey("p", "r"), Direction.DESCENDING);
    var query =
        Query.ALL.descending().where("Age gt 30").select("Name", "Age").top(7).from(from);

    assertThat(requests.stream(TABLE, query).target())
        .isEqualTo("/acct/People()?%24filter=Age%20gt%2030&%24select=Name%2CAge&%24top=7"
            + "&%24orderby=PartitionKey%20desc%2CRowKey%20desc&resume=" + from.encode());
    assertThat(requests.page(TABLE, Query.ALL).target()).isEqualTo("/acct/People()?page=true");
    assertThat(requests.page(TABLE, Query.ALL.top(1)).target())
        .isEqualTo("/acct/People()?%24top=1&page=true");
  }

  @Test
  void tablesAreNamedInTheirList() {
    assertThat(requests.table(TABLE).target()).isEqualTo("/acct/Tables(%27People%27)");
    assertThat(requests.tables(Query.ALL).target()).isEqualTo("/acct/Tables");
  }

  @Test
  void aTooLongQueryIsNotSent() {
    var filter = IntStream.range(0, 1900)
        .mapToObj(i -> "PartitionKey eq 'a long partition key " + i + "'")
        .collect(Collectors.joining(" or "));

    assertThatThrownBy(() -> requests.stream(TABLE, Query.ALL.where(filter)))
        .isInstanceOf(InvalidRequestException.class);
  }
}
