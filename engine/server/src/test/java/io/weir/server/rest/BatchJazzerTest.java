package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.weir.api.error.TableServiceException;
import io.weir.testkit.Fuzz;

/**
 * Feeds the parsers of batches with the seeds beside this class and, when fuzzing, with bodies that
 * reach new branches.
 */
class BatchJazzerTest {

  /** The first line of a batch is its media type. */
  @FuzzTest(maxDuration = "5m")
  void everyBodyIsParsedOrRejected(byte[] batch) {
    try {
      BatchFuzzTest.read(new String(batch, ISO_8859_1));
    } catch (TableServiceException e) {
      if (!Fuzz.isRefusal(e)) {
        throw e;
      }
    }
  }
}
