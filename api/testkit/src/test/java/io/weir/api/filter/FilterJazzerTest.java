package io.weir.api.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.weir.api.error.TableServiceException;
import io.weir.testkit.Fuzz;

/**
 * Feeds the parser of filters with the seeds beside this class and, when fuzzing, with texts that
 * reach new branches.
 */
class FilterJazzerTest {

  @FuzzTest(maxDuration = "5m")
  void everyTextIsReadAsAFilterOrRefused(byte[] text) {
    try {
      FilterFuzzTest.readPrintAndReadAgain(new String(text, UTF_8));
    } catch (TableServiceException e) {
      if (!Fuzz.isRefusal(e)) {
        throw e;
      }
    }
  }
}
