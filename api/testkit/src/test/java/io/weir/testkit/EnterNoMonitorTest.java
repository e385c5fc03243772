package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EnterNoMonitorTest {

  @Test
  void aSynchronizedMethodIsDetected() {
    assertThat(violations(HasMethod.class)).singleElement().asString().contains("HasMethod.next");
  }

  @Test
  void aSynchronizedBlockIsDetected() {
    assertThat(violations(HasBlock.class)).singleElement().asString().contains("HasBlock.next");
  }

  @Test
  void aClassWithoutMonitorsPasses() {
    assertThat(violations(HasNone.class)).isEmpty();
  }

  private static List<String> violations(Class<?> type) {
    return Rules.noMonitors()
        .evaluate(new ClassFileImporter().importClasses(type))
        .getFailureReport()
        .getDetails();
  }

  static final class HasMethod {
    private int value;

    synchronized int next() {
      return ++value;
    }
  }

  static final class HasBlock {
    private final Object lock = new Object();
    private int value;

    int next() {
      synchronized (lock) {
        return ++value;
      }
    }
  }

  static final class HasNone {
    private int value;

    int next() {
      return ++value;
    }
  }
}
