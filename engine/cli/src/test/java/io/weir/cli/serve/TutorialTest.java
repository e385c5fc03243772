package io.weir.cli.serve;

import io.weir.api.TableService;
import io.weir.client.WeirClient;
import io.weir.pattern.tutorial.Tutorial;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The client's tutorial, against a running service. */
final class TutorialTest implements Tutorial {

  private static RunningService service;
  private static WeirClient weir;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    service = RunningService.start(folder);
    weir = WeirClient.builder().endpoint(service.endpoint()).connect();
  }

  @AfterAll
  static void stop() {
    weir.close();
    service.close();
  }

  @Override
  public TableService weir() {
    return weir;
  }
}
