package io.weir.server.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.weir.api.error.TableServiceException;
import io.weir.testkit.Fuzz;

/**
 * Feeds the reader of entities with the seeds beside this class and, when fuzzing, with bodies that
 * reach new branches.
 */
class EntityJsonJazzerTest {

  @FuzzTest(maxDuration = "5m")
  void everyBodyIsParsedOrRejected(byte[] body) {
    try {
      EntityJsonFuzzTest.readWriteAndReadAgain(body);
    } catch (TableServiceException e) {
      if (!Fuzz.isRefusal(e)) {
        throw e;
      }
    }
  }
}
