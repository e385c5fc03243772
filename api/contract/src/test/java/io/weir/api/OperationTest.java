package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the operations say of themselves. */
final class OperationTest {

  @Test
  void aReadTakesNoRightToChangeAnything() {
    var reading = Set.of(Right.LIST_TABLES, Right.QUERY, Right.OWN);

    for (var operation : Operation.values()) {
      assertThat(operation.isRead())
          .as("%s", operation)
          .isEqualTo(operation.text().matches("(Get|List|Query|Aggregate|Stream).*"));
      if (operation.isRead()) {
        assertThat(reading).as("%s", operation).containsAll(operation.rights());
      }
    }
  }
}
