package io.weir.server.cli;

import io.weir.engine.store.StoreOptions;
import io.weir.server.auth.Callers;
import io.weir.server.files.Refreshable;
import io.weir.server.http.ServerOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a service in this process is made of.
 *
 * @param store what it keeps
 * @param listening where it listens, and what it puts up with
 * @param callers who may ask
 * @param loops threads that serve, 1 to 1,024
 * @param backups folder that takes backups; without one they are refused
 * @param renewed what is looked at again while the service runs
 */
record ServiceOptions(
    StoreOptions store,
    ServerOptions listening,
    Callers callers,
    int loops,
    Optional<Path> backups,
    List<Refreshable> renewed) {}
