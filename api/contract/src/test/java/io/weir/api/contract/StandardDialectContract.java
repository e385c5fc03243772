package io.weir.api.contract;

import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Failures.assertInvalid;

import io.weir.api.error.ErrorCode;
import io.weir.api.write.Write;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract as far as the REST dialect of the original service can keep it; what it lacks is refused clearly, or stands here. */
@ExtendWith(LackingFeatures.class)
public interface StandardDialectContract extends TableServiceContract {

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
  @Disabled("pages of a stream know their table by its name alone")
  default void aStreamDoesNotStrayIntoATableOfTheSameName() {}

  /** The limit is that of the body, and JSON makes four bytes of three. */
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
