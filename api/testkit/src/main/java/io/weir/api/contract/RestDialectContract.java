package io.weir.api.contract;

import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Failures.assertInvalid;

import io.weir.api.error.ErrorCode;
import io.weir.api.write.Write;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The contract as far as the REST dialect of the original service can keep it. A missing feature is
 * refused by name; other exceptions are listed here.
 */
@ExtendWith(LackingFeatures.class)
public interface RestDialectContract extends TableServiceContract {

  @Override
  default boolean reportsAccessPaths() {
    return false;
  }

  @Override
  default boolean walksBackwards() {
    return false;
  }

  @Override
  default int manyLines() {
    return 200;
  }

  @Override
  @Test
  @Disabled("each page of a stream names its table only, not its creation")
  default void aStreamDoesNotContinueInARecreatedTable() {}

  /** The limit applies to the body, and JSON writes three bytes as four. */
  @Override
  @Test
  default void aBatchHoldsAtMostFourMebibytes() {
    var strikes = Table.in(this);
    var writes = IntStream.range(0, 5)
        .<Write>mapToObj(i -> new Write.Insert(filled("p", "" + i, "B", 830_000).build()))
        .toList();

    assertInvalid(ErrorCode.REQUEST_BODY_TOO_LARGE, () -> strikes.submit(writes));
  }
}
