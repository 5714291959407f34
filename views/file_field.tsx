import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./parts.tsx";

interface FileFieldProps {
  readonly isOff: boolean;
  readonly onFile: (file: File) => void;
}

/**
 * Lets the user choose, drop or paste a file, or paste its text. The button comes first, because
 * some apps don't let users drop files into frames. The field accepts all types, because phones
 * gray out files of unknown types.
 */
export function FileField({ isOff, onFile }: FileFieldProps): VNode {
  const [text, setText] = useState("");
  const take = (files: FileList | undefined | null): boolean => {
    const file = files?.[0];
    if (file !== undefined && !isOff) onFile(file);
    return file !== undefined;
  };
  return (
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData?.files)) event.preventDefault();
      }}
    >
      <label class="control">
        <span>Your bank's file: choose it, or drop it here</span>
        <input
          type="file"
          disabled={isOff}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // Lets the user choose the same file again.
            currentTarget.value = "";
          }}
        />
      </label>
      <label class="control">
        <span>Or paste the file or its text</span>
        <textarea
          rows={2}
          cols={40}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      {text.trim() !== "" && (
        <Button
          isOff={isOff}
          act={() => onFile(new File([text], "pasted.txt"))}
        >
          Read this text
        </Button>
      )}
    </div>
  );
}

/** Maximum file size that the server reads, in bytes. */
const MAX_BYTES = 5_000_000;
/** Maximum number of characters in a call. Some hosts and proxies reject bodies over 1 MiB. */
const MAX_CHARACTERS = 600_000;

/**
 * Packs a file for a call: in base64, and compressed if the browser supports that.
 *
 * @throws {Error} If it is too large, with a message for the user.
 */
export async function packed(file: Blob): Promise<string> {
  const tooLarge = new Error("This file is too large. Download one for a shorter period.");
  if (file.size > MAX_BYTES) throw tooLarge;
  const small = typeof CompressionStream === "undefined"
    ? file
    : await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  const data = await base64Of(small);
  if (data.length > MAX_CHARACTERS) throw tooLarge;
  return data;
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/u, ""));
  reader.onerror = () => reject(new Error("This file can't be read."));
  reader.readAsDataURL(blob);
  return promise;
}
